"""The engine of Assay as a child process: a request is one line of JSON, and so is its answer.

The protocol is described in docs/reference/engine-protocol.md.
"""

import json
import subprocess
import threading


class EngineUnavailable(Exception):
    """There is no answer, so nothing is known about a document. Accept nothing, and try again later."""


class RequestError(Exception):
    """The engine cannot read a document, or the request is wrong. The same request gets the same error."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]
        self.member = error.get("member")
        self.problems = error.get("problems", [])


class Engine:
    """Asks one request after another. A process that has gone is started again."""

    def __init__(self, command, timeout_seconds=30.0):
        self._command = command
        self._timeout_seconds = timeout_seconds
        self._lock = threading.Lock()
        self._process = None
        self._asked = 0

    def ask(self, operation, **documents):
        """The result of a request. Its documents are texts."""
        with self._lock:
            try:
                answer = self._exchange(operation, documents)
            except EngineUnavailable:
                # A request has no effects, so that it can be repeated: once, because it may be what ended the process.
                answer = self._exchange(operation, documents)
        if "error" not in answer:
            return answer["result"]
        if answer["error"]["code"] == "fault":
            raise EngineUnavailable(answer["error"]["message"])
        raise RequestError(answer["error"])

    def close(self):
        """Ends the process through the end of its input."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.stdin.close()
            process.wait(self._timeout_seconds)

    def _exchange(self, operation, documents):
        self._asked += 1
        request = {"id": self._asked, "operation": operation, **documents}
        try:
            if self._process is None:
                self._process = subprocess.Popen(
                    self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
                )
            line = self._write_and_read(self._process, json.dumps(request).encode() + b"\n")
            answer = json.loads(line)
            # After an answer to something else, no later one could be trusted.
            if answer["id"] != self._asked:
                raise ValueError("The answer has the id of another request.")
            return answer
        except (OSError, ValueError, KeyError, TypeError) as cause:
            self._kill()
            raise EngineUnavailable(f"The engine gave no answer: {cause}") from cause

    def _write_and_read(self, process, line):
        # Killing the process is what ends a write or a read that takes too long.
        timer = threading.Timer(self._timeout_seconds, process.kill)
        timer.start()
        try:
            process.stdin.write(line)
            process.stdin.flush()
            answer = process.stdout.readline()
        finally:
            timer.cancel()
        if not answer.endswith(b"\n"):
            raise OSError("its output ended")
        return answer

    def _kill(self):
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            try:
                stream.close()
            except OSError:
                pass  # What was not written yet cannot be written any more.
