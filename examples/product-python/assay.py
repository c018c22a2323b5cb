"""Asks Assay's command line, without network or key. See docs/reference/verify.md."""

import http.client
import json
import subprocess

TIMEOUT_SECONDS = 30.0


class AssayUnavailable(Exception):
    """Nothing was checked. Accept nothing, and try again later."""


class Assay:
    def __init__(self, command, address):
        self._command = command
        self._address = address

    def verify(self, submission, revision):
        """Checks the body of a submission, whose bytes are passed on unchanged, with this revision of the registry."""
        connection = http.client.HTTPConnection(self._address, timeout=TIMEOUT_SECONDS)
        try:
            connection.request("POST", "/", submission, {"Content-Type": "application/json"})
            response = connection.getresponse()
            text, used = response.read(), response.headers["Registry-Revision"]
            if response.status != 200:
                raise ValueError(f"it answered {response.status}")
            if used != revision:
                raise ValueError(f"it has revision {used} of the registry instead of {revision}")
            answer = json.loads(text)
            if not isinstance(answer, dict) or "kind" not in answer:
                raise ValueError("its answer is not a verification")
            return answer
        except (OSError, ValueError, http.client.HTTPException) as cause:
            raise AssayUnavailable(f"Assay checked nothing: {cause}") from cause
        finally:
            connection.close()

    def check_rules(self, text):
        """Returns the version and the digest of a spec package, or its problems."""
        try:
            command = [*self._command, "spec", "check", "-", "--format", "json"]
            process = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, timeout=TIMEOUT_SECONDS)
            # 0 and 1 are verdicts. An exit code of 1 without an object means that Node did not start.
            if process.returncode not in (0, 1):
                raise ValueError(f"it exited with {process.returncode}")
            [checked] = json.loads(process.stdout)
            if not isinstance(checked, dict):
                raise ValueError("its answer is not an object")
            return checked
        except (OSError, ValueError, subprocess.TimeoutExpired) as cause:
            raise AssayUnavailable(f"Assay checked nothing: {cause}") from cause
