"""The board's raw REPL, through mpremote: run a few lines there, read and write its files."""

from __future__ import annotations

import contextlib
import io
from types import TracebackType
from typing import Any

from ludolux.failure import Failure
from ludolux.ports import Gone, patiently, reason
from ludolux.trouble import trouble

# What the lines below need on the board.
TOOLS = """
import os, binascii, hashlib
def _hash(n):
 h=hashlib.sha256()
 with open(n,'rb') as f:
  while 1:
   b=f.read(512)
   if not b: break
   h.update(b)
 return binascii.hexlify(h.digest()).decode()
def _walk(p,out):
 for e in os.ilistdir(p):
  n=p+'/'+e[0]
  if e[1]&0x4000: _walk(n,out)
  else: out(n)
def _copy(s,d):
 with open(s,'rb') as f:
  with open(d,'wb') as t:
   while 1:
    b=f.read(512)
    if not b: break
    t.write(b)
def _dirs(n):
 p=''
 for w in n.split('/')[:-1]:
  p+=w
  try: os.mkdir(p)
  except OSError: pass
  p+='/'
def _gone(p):
 for e in os.ilistdir(p):
  n=p+'/'+e[0]
  if e[1]&0x4000: _gone(n)
  else: os.remove(n)
 os.rmdir(p)
"""


class Repl:
    """Raw mode from entering to leaving. The app is stopped and main.py not run; who wants it back
    calls `reset`."""

    def __init__(self, port: str) -> None:
        self._port = port
        self._transport: Any = None

    def __enter__(self) -> Repl:
        from mpremote.transport import TransportError
        from mpremote.transport_serial import SerialTransport

        self._transport = patiently(
            self._port, lambda: SerialTransport(self._port, baudrate=115200)
        )
        try:
            with contextlib.redirect_stdout(io.StringIO()):  # mpremote prints what it saw
                self._transport.enter_raw_repl(soft_reset=True)
            self.run(TOOLS)
        except BaseException as error:
            self.__exit__(None, None, None)
            if isinstance(error, TransportError):
                raise trouble("no-repl") from None
            if isinstance(error, Gone):
                raise broken_off(error) from None
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        with contextlib.suppress(Exception):
            self._transport.close()

    def run(self, code: str) -> str:
        """What it printed. An error on the board is raised as mpremote raises it."""
        return self._guarded(lambda: self._transport.exec(code)).decode(errors="replace")

    def read(self, name: str) -> bytes | None:
        """A file, or None when it is not there."""
        if not self._guarded(lambda: self._transport.fs_exists(name)):
            return None
        return bytes(self._guarded(lambda: self._transport.fs_readfile(name)))

    def write(self, name: str, data: bytes) -> None:
        """Under another name first: after a cut the file is the old one or the new."""
        self.run(f"_dirs({name!r})")
        self._guarded(lambda: self._transport.fs_writefile(name + ".new", data))
        self.run(f"os.rename({name + '.new'!r}, {name!r})")

    def reset(self) -> None:
        with contextlib.suppress(Exception):
            self._transport.exec_raw_no_follow("import machine; machine.reset()")

    def _guarded(self, job: Any) -> Any:
        from mpremote.transport import TransportError, TransportExecError

        try:
            return job()
        except TransportExecError as error:
            said = error.error_output.strip().splitlines()
            raise trouble("refused", why=said[-1] if said else "an error") from None
        except (TransportError, *Gone) as error:
            raise broken_off(error) from None


def broken_off(error: BaseException) -> Failure:
    return trouble("broken-off", why=reason(error), saved="its place: nothing was erased")
