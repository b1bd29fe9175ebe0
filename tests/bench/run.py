"""The benchmarks: `make bench`, or `python tests/bench/run.py NAME…` for some of the sections.

Prints tables and writes them to .cache/bench.json, where a section that is not run keeps what it
had. Every file in this folder is looked into for sections: report.py says how one is made.
"""

import importlib
import json
import os
import platform
import sys
import traceback
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FILE = ROOT / ".cache" / "bench.json"

sys.path[:0] = [str(HERE), str(ROOT)]

import report  # noqa: E402  (the folders above come first)


def main(names):
    for file in sorted(HERE.glob("*.py")):
        if file.stem != "run":
            importlib.import_module(file.stem)
    unknown = [name for name in names if name not in report.SECTIONS]
    if unknown:
        known = ", ".join(report.SECTIONS)
        print(f"bench: there is no section {unknown[0]!r}; there are: {known}", file=sys.stderr)
        return 2
    broken = []
    for name in names or report.SECTIONS:
        try:
            keep(name, report.measure(name))
        except Exception:
            # One section that breaks is no reason to lose the others.
            traceback.print_exc()
            broken.append(name)
    print(f"\nThe figures are in {FILE.relative_to(ROOT)}")
    if broken:
        print(f"bench: these sections broke: {', '.join(broken)}", file=sys.stderr)
    return 1 if broken else 0


def keep(name, figures):
    """Put the figures of a section into the file, whole or not at all."""
    kept = json.loads(FILE.read_text()) if FILE.exists() else {"sections": {}}
    kept["python"] = platform.python_version()
    kept["machine"] = f"{platform.machine()}, {os.cpu_count()} cores"
    kept["sections"][name] = figures
    FILE.parent.mkdir(exist_ok=True)
    draft = FILE.with_suffix(".draft")
    draft.write_text(json.dumps(kept, indent=1) + "\n")
    draft.replace(FILE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
