"""Runs the command line of Assay, which uses no network and no key here. Its page is docs/reference/verify.md."""

import json
import os
import subprocess
import tempfile
import threading

# Each run takes a processor and about 100 MB of memory. Others wait for their turn.
MAX_RUNS = 4


class AssayUnavailable(Exception):
    """Nothing was checked, and nothing is known about a document. Accept nothing, and try again later."""


class Assay:
    def __init__(self, command, timeout_seconds=30.0):
        self._command = command
        self._timeout_seconds = timeout_seconds
        self._turns = threading.BoundedSemaphore(MAX_RUNS)

    def verify(self, submission, rules, registry):
        """What is to be known about the body of a submission, whose bytes are passed on as they were sent."""
        with tempfile.TemporaryDirectory() as folder:
            options = []
            for option, text in (("--spec-package", rules), ("--registry", registry)):
                path = os.path.join(folder, f"{option[2:]}.json")
                with open(path, "w", encoding="utf-8", newline="") as file:
                    file.write(text)
                options += [option, path]
            is_accepted, answer = self._run(["verify", "-", *options, "--format", "json"], submission)
        if is_accepted != (answer.get("kind") == "ok"):
            raise AssayUnavailable("Assay answered something else than its exit code says.")
        return answer

    def check_rules(self, text):
        """The version and the digest of a spec package, or its problems."""
        return self._run(["spec", "check", "-", "--format", "json"], text.encode())[1]

    def _run(self, args, text):
        try:
            with self._turns:
                ran = subprocess.run(
                    [*self._command, *args], input=text, stdout=subprocess.PIPE, timeout=self._timeout_seconds
                )
            # 0 and 1 are verdicts. With 1 and no object, it was Node that could not start.
            if ran.returncode not in (0, 1):
                raise ValueError(f"it ended with {ran.returncode}")
            answer = json.loads(ran.stdout)
            if not isinstance(answer, dict):
                raise ValueError("its answer is not an object")
            return ran.returncode == 0, answer
        except (OSError, ValueError, subprocess.TimeoutExpired) as cause:
            raise AssayUnavailable(f"Assay checked nothing: {cause}") from cause
