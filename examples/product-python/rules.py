"""The product's spec package: the last valid version of the file."""

import json
import os
import sys
import threading

from assay import AssayUnavailable


class Rules:
    """Reads the file again when it changes. Broken rules do not replace the rules in force."""

    def __init__(self, path, assay):
        self._path = path
        self._assay = assay
        self._lock = threading.Lock()
        self._seen = None
        self._current = None
        self.current()
        if self._current is None:
            raise SystemExit(f"{path} is not a valid spec package.")

    def current(self):
        """Returns the text of the rules in force, their digest, and their target product."""
        with self._lock:
            text = self._read()
            if text is not None and text != self._seen:
                self._seen = text
                self._check(text)
            return self._current

    def announced(self):
        """Returns the text of the announced rules, from next.json beside the file; None if there are none."""
        try:
            with open(os.path.join(os.path.dirname(self._path), "next.json"), encoding="utf-8", newline="") as file:
                return file.read()
        except (OSError, ValueError):
            return None

    def _read(self):
        try:
            with open(self._path, encoding="utf-8", newline="") as file:
                return file.read()
        except (OSError, ValueError) as error:
            print(f"{self._path} cannot be read: {error}", file=sys.stderr)
            return self._seen

    def _check(self, text):
        try:
            checked = self._assay.check_rules(text)
        except AssayUnavailable:
            # It is unknown whether the rules are valid, so the next request checks them again.
            self._seen = None
            raise
        if checked["valid"]:
            self._current = (text, checked["digest"], json.loads(text)["targetProduct"])
            return
        for problem in checked["problems"]:
            advice = problem.get("advice", "")
            print(f'{problem["code"]} at "{problem["at"]}": {problem["message"]} {advice}', file=sys.stderr)
        if self._current is not None:
            print("The previous rules stay in force.", file=sys.stderr)
