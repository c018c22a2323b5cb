"""Runs Assay's command line, without network or key. See docs/reference/verify.md."""

import json
import os
import subprocess
import tempfile
import threading

# Each run uses one processor and about 100 MB of memory. Further runs wait.
MAX_RUNS = 4


class AssayUnavailable(Exception):
    """Nothing was checked. Accept nothing, and try again later."""


class Assay:
    def __init__(self, command, timeout_seconds=30.0):
        self._command = command
        self._timeout_seconds = timeout_seconds
        self._slots = threading.BoundedSemaphore(MAX_RUNS)

    def verify(self, submission, rules, registry):
        """Checks the body of a submission, whose bytes are passed on unchanged."""
        with tempfile.TemporaryDirectory() as folder:
            options = []
            for option, text in (("--spec-package", rules), ("--registry", registry)):
                path = os.path.join(folder, f"{option[2:]}.json")
                with open(path, "w", encoding="utf-8", newline="") as file:
                    file.write(text)
                options += [option, path]
            is_accepted, answer = self._run(["verify", "-", *options, "--format", "json"], submission)
        if is_accepted != (answer.get("kind") == "ok"):
            raise AssayUnavailable("Assay's answer does not match its exit code.")
        return answer

    def check_rules(self, text):
        """Returns the version and the digest of a spec package, or its problems."""
        return self._run(["spec", "check", "-", "--format", "json"], text.encode())[1]

    def _run(self, args, text):
        try:
            with self._slots:
                process = subprocess.run(
                    [*self._command, *args], input=text, stdout=subprocess.PIPE, timeout=self._timeout_seconds
                )
            # 0 and 1 are verdicts. An exit code of 1 without an object means that Node did not start.
            if process.returncode not in (0, 1):
                raise ValueError(f"it exited with {process.returncode}")
            answer = json.loads(process.stdout)
            # Commands that check files answer with an array, which has an entry for each.
            if isinstance(answer, list):
                [answer] = answer
            if not isinstance(answer, dict):
                raise ValueError("its answer is not an object")
            return process.returncode == 0, answer
        except (OSError, ValueError, subprocess.TimeoutExpired) as cause:
            raise AssayUnavailable(f"Assay checked nothing: {cause}") from cause
