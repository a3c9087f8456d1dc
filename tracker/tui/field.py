"""One line of text being typed. It does its own editing, in the order in which the keys come."""

from dataclasses import dataclass


@dataclass(slots=True)
class Field:
    """Text and the place in it where the next character goes."""

    text: str = ""
    at: int = 0

    @classmethod
    def holding(cls, text: str) -> "Field":
        """A field that already holds `text`, ready to go on at its end."""
        return cls(text, len(text))

    def insert(self, text: str) -> None:
        """Puts text in at the caret; line breaks and controls are left out."""
        clean = "".join(char for char in text if char.isprintable())
        self.text = self.text[: self.at] + clean + self.text[self.at :]
        self.at += len(clean)

    def edit(self, key: str) -> bool:
        """Obeys an editing key (`backspace`, `left`, `ctrl+w`, …); False when `key` is none."""
        match key:
            case "backspace" | "ctrl+h":
                self._cut(self.at - 1, self.at)
            case "delete" | "ctrl+d":
                self._cut(self.at, self.at + 1)
            case "ctrl+w" | "ctrl+backspace":
                self._cut(self._word_start(), self.at)
            case "ctrl+u":
                self._cut(0, self.at)
            case "ctrl+k":
                self._cut(self.at, len(self.text))
            case "left" | "ctrl+b":
                self.at = max(0, self.at - 1)
            case "right" | "ctrl+f":
                self.at = min(len(self.text), self.at + 1)
            case "ctrl+left":
                self.at = self._word_start()
            case "home" | "ctrl+a":
                self.at = 0
            case "end" | "ctrl+e":
                self.at = len(self.text)
            case _:
                return False
        return True

    def _cut(self, start: int, end: int) -> None:
        start, end = max(0, start), min(len(self.text), end)
        if start < end:
            self.text = self.text[:start] + self.text[end:]
            self.at = start

    def _word_start(self) -> int:
        head = self.text[: self.at].rstrip()
        return len(head) - len(head.split(" ")[-1]) if head else 0
