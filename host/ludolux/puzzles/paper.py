"""Writes the pages of a sheet: as one PDF, by reportlab, or as an SVG picture a page."""

from __future__ import annotations

import io
from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from ludolux.puzzles.sheet import Box, Line, Page, Shape, Text

FONTS = {True: "Helvetica-Bold", False: "Helvetica"}


def pdf(pages: Sequence[Page], title: str) -> bytes:
    """All pages as one PDF; the same pages always give the same bytes."""
    from reportlab.lib.colors import HexColor
    from reportlab.pdfgen.canvas import Canvas

    file = io.BytesIO()
    canvas = Canvas(file, pageCompression=1, invariant=1)
    canvas.setTitle(title)
    canvas.setCreator("Ludolux")
    for page in pages:
        canvas.setPageSize((page.width, page.height))
        canvas.setLineCap(2)
        for shape in page.shapes:
            if isinstance(shape, Text):
                canvas.setFillColor(HexColor(shape.colour))
                canvas.setFont(FONTS[shape.bold], shape.size)
                draw = canvas.drawCentredString if shape.anchor == "middle" else canvas.drawString
                draw(shape.x, page.height - shape.y, shape.words)
                continue
            canvas.setLineWidth(shape.line)
            if shape.stroke:
                canvas.setStrokeColor(HexColor(shape.stroke))
            if isinstance(shape, Line):
                canvas.line(shape.x, page.height - shape.y, shape.to_x, page.height - shape.to_y)
            else:
                if shape.fill:
                    canvas.setFillColor(HexColor(shape.fill))
                canvas.rect(
                    shape.x, page.height - shape.y - shape.height, shape.width, shape.height,
                    stroke=int(bool(shape.stroke)), fill=int(bool(shape.fill)),
                )  # fmt: skip
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def svg(page: Page, title: str) -> bytes:
    """One page as an SVG picture of the paper's size."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{page.width:g}pt"'
        f' height="{page.height:g}pt" viewBox="0 0 {page.width:g} {page.height:g}"'
        ' font-family="Helvetica, Arial, sans-serif" stroke-linecap="square">',
        f"<title>{escape(title)}</title>",
        *map(element, page.shapes),
        "</svg>",
    ]
    return ("\n".join(lines) + "\n").encode()


def element(shape: Shape) -> str:
    """One shape as an SVG element."""
    inside = ""
    if isinstance(shape, Box):
        name, attributes = "rect", {
            "x": shape.x, "y": shape.y, "width": shape.width, "height": shape.height,
            "fill": shape.fill or "none", "stroke": shape.stroke or "none",
            "stroke-width": shape.line,
        }  # fmt: skip
    elif isinstance(shape, Line):
        name, attributes = "line", {
            "x1": shape.x, "y1": shape.y, "x2": shape.to_x, "y2": shape.to_y,
            "stroke": shape.stroke, "stroke-width": shape.line,
        }  # fmt: skip
    else:
        name, inside = "text", escape(shape.words)
        attributes = {
            "x": shape.x, "y": shape.y, "font-size": shape.size, "fill": shape.colour,
            "text-anchor": shape.anchor, "font-weight": "bold" if shape.bold else "normal",
        }  # fmt: skip
    words = " ".join(
        f"{key}={quoteattr(f'{value:.2f}' if isinstance(value, float) else str(value))}"
        for key, value in attributes.items()
    )
    return f"<{name} {words}>{inside}</{name}>" if inside else f"<{name} {words}/>"
