"""Find or fetch the MicroPython that stands in for the board.

The simulator and the tests need a 32-bit interpreter: its objects have the sizes of the ESP32's.
Tried in this order: the environment variable MICROPYTHON, `micropython` on the path (each only if
it is 32-bit), the cache, and last Debian 13's package, fetched by the system's own apt without
root and unpacked into the cache. Nothing is installed on the system. Only Python's own library is
used here, so that tools/get_micropython.py works before anything is set up.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SUITE = "trixie"
LIBRARIES = ("libc6", "libffi8", "libmbedcrypto16", "libmbedtls21", "libmbedx509-7")
LOADERS = {
    "i386": ("usr/lib/ld-linux.so.2", "usr/lib/i386-linux-gnu"),
    "amd64": ("usr/lib64/ld-linux-x86-64.so.2", "usr/lib/x86_64-linux-gnu"),
}
OWN_WAY = (
    "Give a 32-bit MicroPython yourself: build the unix port with `make MICROPY_FORCE_32BIT=1`\n"
    "and set MICROPYTHON=/path/to/micropython."
)


class Problem(Exception):
    """A sentence for the person who set the machine up."""


def find(arch: str = "i386") -> str:
    """The command of the interpreter; Problem when there is none and none can be had."""
    return (given() if arch == "i386" else None) or fetched(arch)


def cache_folder() -> Path:
    """What can be fetched or made again: in the checkout's own .cache, or the user's."""
    if (HERE.parent.parent / "pyproject.toml").is_file():
        return HERE.parent.parent / ".cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ludolux"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludolux"


def given() -> str | None:
    """A 32-bit interpreter that the person already has."""
    named = os.environ.get("MICROPYTHON")
    if named:
        if not is_32_bit(named):
            raise Problem(f"MICROPYTHON={named} is not a 32-bit MicroPython that starts.")
        return named
    found = shutil.which("micropython")
    return found if found and is_32_bit(found) else None


def is_32_bit(command: str) -> bool:
    try:
        out = subprocess.run(
            [command, "-c", "import sys; print(sys.implementation[0], sys.maxsize)"],
            capture_output=True,
            text=True,
            timeout=20,
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return False
    return out.split() == ["micropython", str(2**31 - 1)]


def fetched(arch: str) -> str:
    """The launcher in the cache; made when it is not there yet."""
    cache = cache_folder() / "micropython"
    launcher = cache / f"micropython-{arch}"
    if not launcher.exists():
        root = cache / arch
        print(f"fetching MicroPython ({SUITE}, {arch}) into {cache} …", file=sys.stderr)
        for package in download(cache, arch):
            subprocess.run(["dpkg", "-x", package, root], check=True)
        write_launcher(launcher, root, *LOADERS[arch])
    try:
        subprocess.run([launcher, "-c", ""], check=True, timeout=20)
    except (OSError, subprocess.SubprocessError) as error:
        launcher.unlink(missing_ok=True)
        raise Problem(f"the MicroPython that was fetched does not start ({error}).\n{OWN_WAY}")
    return str(launcher)


def write_launcher(launcher: Path, root: Path, loader: str, libraries: str) -> None:
    """A script, so that everyone else needs only one path. It is moved into place when whole."""
    draft = launcher.with_suffix(".draft")
    # The folder may be moved or seen by another name: the script finds what lies beside it.
    draft.write_text(
        "#!/bin/sh\n"
        f'root="$(dirname "$(readlink -f "$0")")/{root.relative_to(launcher.parent)}"\n'
        f'exec "$root/{loader}" --library-path "$root/{libraries}"'
        ' "$root/usr/bin/micropython" "$@"\n'
    )
    draft.chmod(0o755)
    draft.replace(launcher)


def download(cache: Path, arch: str) -> list[Path]:
    for tool in ("apt-get", "dpkg"):
        if not shutil.which(tool):
            raise Problem(f"there is no `{tool}` here to fetch MicroPython with.\n{OWN_WAY}")
    apt = cache / f"apt-{arch}"
    for folder in ("state/lists/partial", "cache/archives/partial", "deb"):
        (apt / folder).mkdir(parents=True, exist_ok=True)
    uri, keyring = debian_source()
    signed = f" signed-by={keyring}" if keyring else ""
    (apt / "sources.list").write_text(f"deb [arch={arch}{signed}] {uri} {SUITE} main\n")
    (apt / "apt.conf").write_text(
        f'Dir::State "{apt}/state";\nDir::Cache "{apt}/cache";\n'
        f'Dir::State::status "/dev/null";\nDir::Etc::SourceList "{apt}/sources.list";\n'
        f'Dir::Etc::SourceParts "-";\nAPT::Architecture "{arch}";\n'
        f'APT::Architectures {{ "{arch}"; }};\nAPT::Sandbox::User "";\n'
    )
    environment = {**os.environ, "APT_CONFIG": str(apt / "apt.conf")}
    for command in (["update"], ["download", "micropython", *LIBRARIES]):
        done = subprocess.run(
            ["apt-get", "-q", *command],
            cwd=apt / "deb",
            env=environment,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise Problem(
                f"`apt-get {command[0]}` for {SUITE} failed: {done.stderr.strip()[-400:]}\n"
                f"Likely cause: no way to the Debian mirror. Try again, or else:\n{OWN_WAY}"
            )
    return sorted((apt / "deb").glob("*.deb"))


def debian_source() -> tuple[str, str | None]:
    """The mirror and keyring that this machine's own apt uses for Debian."""
    places = [Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*"))]
    for text in (place.read_text() for place in places if place.is_file()):
        for stanza in re.split(r"\n\s*\n", text):
            uri = re.search(r"^(?:URIs:|deb (?:\[.*?\] )?)\s*(\S+/debian/?)(?:\s|$)", stanza, re.M)
            if uri:
                key = re.search(r"(?:^Signed-By:\s*|signed-by=)(/[^\s\]]+)", stanza, re.M)
                return uri[1], key[1] if key else None
    raise Problem(f"apt here has no Debian mirror to fetch MicroPython from.\n{OWN_WAY}")
