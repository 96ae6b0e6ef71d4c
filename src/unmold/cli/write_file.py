"""Writing what a command made to a file that the caller named."""

from __future__ import annotations

from pathlib import Path

from unmold.disk import write_bytes
from unmold.errors import MachineError


def write_file(path: str | Path, text: str) -> None:
    """Write a result; makes its folder if need be."""
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        write_bytes(Path(path), text.encode())
    except OSError as error:
        raise MachineError(f"cannot write {path}: {error.strerror}") from error
