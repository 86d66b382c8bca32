"""
Finds the line of every key of a TOML text, so that a fault can be shown where it stands.

The standard library's reader gives values without positions.  This scanner walks a text that the
reader has accepted, so it may trust the grammar and need only follow brackets, quotes and keys.
"""

from __future__ import annotations

from collections.abc import Sequence

Path = tuple[str | int, ...]


class LineMap:
    """Lines of the keys and items of a TOML text, by their path."""

    def __init__(self, text: str) -> None:
        self.name = ""
        self._lines: dict[Path, int] = {(): 1}
        self._text = text
        self._at = 0
        self._line = 1
        self._counts: dict[Path, int] = {}
        self._scan()

    def line(self, path: Sequence[str | int]) -> int | None:
        """Return the line of a path, or of the nearest part of it that stands in the file."""
        parts = tuple(path)
        while parts:
            if parts in self._lines:
                return self._lines[parts]
            parts = parts[:-1]
        return None

    def has(self, path: Sequence[str | int]) -> bool:
        """Return whether the path stands in the file."""
        return tuple(path) in self._lines

    def _peek(self) -> str:
        return self._text[self._at] if self._at < len(self._text) else ""

    def _next(self) -> str:
        char = self._text[self._at]
        self._at += 1
        if char == "\n":
            self._line += 1
        return char

    def _skip(self, newlines: bool) -> None:
        """Pass white space and comments, and line ends where the grammar allows them."""
        while self._at < len(self._text):
            char = self._text[self._at]
            if char in " \t\r" or (char == "\n" and newlines):
                self._next()
            elif char == "#":
                while self._at < len(self._text) and self._text[self._at] != "\n":
                    self._at += 1
            else:
                return

    def _string(self) -> str:
        """Pass a quoted string and return its text; escapes are left as they stand."""
        quote = self._text[self._at]
        if self._text.startswith(quote * 3, self._at):
            start = self._at + 3
            end = start
            while True:
                end = self._text.index(quote * 3, end)
                backslashes = 0
                while quote == '"' and self._text[end - 1 - backslashes] == "\\":
                    backslashes += 1
                if backslashes % 2 == 0:
                    break
                end += 1
            stop = end + 3
            while self._text.startswith(quote, stop) and stop < end + 5:
                stop += 1  # one or two quotes may stand before the closing three
        else:
            start = self._at + 1
            end = start
            while self._text[end] != quote:
                end += 2 if quote == '"' and self._text[end] == "\\" else 1
            stop = end + 1
        self._line += self._text.count("\n", self._at, stop)
        self._at = stop
        return self._text[start:end]

    def _key(self) -> list[str]:
        """Read a bare, quoted or dotted key."""
        parts: list[str] = []
        while True:
            self._skip(False)
            if self._peek() in "\"'":
                parts.append(self._string())
            else:
                start = self._at
                while self._at < len(self._text) and self._text[self._at] not in " \t.=]\r\n":
                    self._at += 1
                parts.append(self._text[start : self._at])
            self._skip(False)
            if self._peek() != ".":
                return parts
            self._next()

    def _value(self, path: Path) -> None:
        """Pass a value, noting what is inside arrays and inline tables."""
        char = self._peek()
        if char and char in "\"'":
            self._string()
        elif char == "[":
            self._next()
            item = 0
            while True:
                self._skip(True)
                if self._peek() == "]":
                    self._next()
                    return
                self._lines.setdefault((*path, item), self._line)
                self._value((*path, item))
                item += 1
                self._skip(True)
                if self._peek() == ",":
                    self._next()
        elif char == "{":
            self._next()
            while True:
                self._skip(True)
                if self._peek() == "}":
                    self._next()
                    return
                self._pair(path)
                self._skip(True)
                if self._peek() == ",":
                    self._next()
        else:
            while self._at < len(self._text) and self._text[self._at] not in ",]}\n#":
                self._at += 1

    def _pair(self, path: Path) -> None:
        """Pass one ``key = value``."""
        line = self._line
        for part in self._key():
            path = (*path, part)
            self._lines.setdefault(path, line)
        self._skip(False)
        self._next()  # the equals sign
        self._skip(False)
        self._value(path)

    def _resolved(self, parts: Sequence[str]) -> Path:
        """Return the path of a header, through the last item of any array of tables."""
        path: Path = ()
        for part in parts:
            path = (*path, part)
            if path in self._counts:
                path = (*path, self._counts[path])
        return path

    def _scan(self) -> None:
        table: Path = ()
        while True:
            self._skip(True)
            if self._at >= len(self._text):
                return
            if self._peek() != "[":
                self._pair(table)
                continue
            line = self._line
            self._next()
            many = self._peek() == "["
            if many:
                self._next()
            parts = self._key()
            self._next()
            if many:
                self._next()
                path = (*self._resolved(parts[:-1]), parts[-1])
                self._lines.setdefault(path, line)
                self._counts[path] = self._counts.get(path, -1) + 1
                table = (*path, self._counts[path])
            else:
                table = self._resolved(parts)
            for end in range(1, len(table) + 1):
                self._lines.setdefault(table[:end], line)
