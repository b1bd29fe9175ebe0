"""Finds Chromium for the tests of the page, or installs Debian's; prints its path.

CHROMIUM=/path/to/chromium says which one to take. Installing needs root, as apt does.
"""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
OWN_WAY = (
    "Install Chromium yourself (on Debian: `apt install chromium`), or set "
    "CHROMIUM=/path/to/chromium."
)


class Problem(Exception):
    """A sentence for the person who set the machine up."""


def find() -> str:
    """The path of Chromium; it is installed when there is none and apt may do that."""
    named = os.environ.get("CHROMIUM")
    if named:
        if not shutil.which(named):
            raise Problem(f"CHROMIUM={named} cannot be started. {OWN_WAY}")
        return named
    return there() or install()


def there() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> str:
    if not shutil.which("apt-get"):
        raise Problem(f"There is no Chromium here, and no apt-get to fetch it. {OWN_WAY}")
    if os.geteuid() != 0:
        raise Problem(f"There is no Chromium here, and only root can install it. {OWN_WAY}")
    print("installing Chromium …", file=sys.stderr)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update"], ["install", "-y", "--no-install-recommends", "chromium"]):
        done = subprocess.run(
            ["apt-get", "-q", *words], capture_output=True, text=True, env=environment
        )
        if done.returncode:
            raise Problem(
                f"`apt-get {words[0]}` failed: {done.stderr.strip()[-300:]} Likely cause: no way "
                f"to the Debian mirror. {OWN_WAY}"
            )
    found = there()
    if found is None:
        raise Problem(f"apt-get installed Chromium, but it is not on the path. {OWN_WAY}")
    return found


def main() -> int:
    try:
        print(find())
    except Problem as problem:
        print(f"get_chromium: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
