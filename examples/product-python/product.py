"""Swatchbook, a small product that accepts proposals: it publishes its rules and registry, and checks submissions again.

    PORT=8090 IDENTITY=http://127.0.0.1:8091/introspect CLIENT=swatchbook CLIENT_SECRET=... python3 product.py spec-package.json

ASSAY is the command that checks rules (default: `assay`), VERIFY the address of `assay verify --listen` (default:
127.0.0.1:9000), REGISTRY the file that it reads (default: `registry.json`), DATABASE a file (default: `swatchbook.db`).
"""

import base64
import hashlib
import http.client
import json
import os
import shlex
import signal
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import store
from assay import Assay, AssayUnavailable
from ballot_page import ballot_page
from rules import Rules

MAX_BODY_BYTES = 200_000
# How much of a refused body is read. If a body is left unread, its sender can miss the answer.
MAX_SKIPPED_BYTES = 2_000_000
RETRY_AFTER_SECONDS = 5


class Refusal(Exception):
    """A request that is answered with a problem (RFC 9457)."""

    def __init__(self, status, code, detail):
        super().__init__(detail)
        self.status = status
        self.body = {"status": status, "code": code, "detail": detail}


class Product:
    def __init__(self, assay, rules, proposals, identity, registry_path):
        self.assay = assay
        self.rules = rules
        self.proposals = proposals
        self.identity = identity
        self.registry_path = registry_path
        self.written = None
        self.origin = ""
        with self.proposals.transaction() as table:
            self.write_registry(table, self.rules.current()[2])

    def registry(self):
        _, _, target_product = self.rules.current()
        with self.proposals.transaction() as table:
            return store.registry(table, target_product)

    def write_registry(self, table, target_product):
        """Writes the registry for `assay verify` if it has changed. Returns its revision."""
        revision = store.revision(table)
        if self.written != (revision, target_product):
            with open(f"{self.registry_path}.new", "w", encoding="utf-8") as file:
                file.write(store.registry(table, target_product))
            # Replaces the whole file at once.
            os.replace(file.name, self.registry_path)
            self.written = (revision, target_product)
        return revision

    def submit(self, caller, key, body, raw_body):
        """Handles POST /api/proposals, and returns a status and a body."""
        package = body.get("proposalPackage") if isinstance(body, dict) and len(body) == 1 else None
        if not isinstance(package, dict):
            raise Refusal(400, "no-package", 'Send { "proposalPackage": ... } as it was built.')
        _, rules_digest, target_product = self.rules.current()
        # Nothing can change between the search, the check and the insert.
        with self.proposals.transaction() as table:
            known = self.find_known(table, caller, key, package)
            if known is not None:
                return 200, self.to_answer(known)
            verified = self.assay.verify(raw_body, self.write_registry(table, target_product))
            if verified["kind"] == "invalid":
                return 422, verified
            built = self.read_package(verified, package, rules_digest)
            self.check_owner(built, caller)
            recorded = store.record(table, caller, key, built, verified["idKey"], verified["ownerReview"])
            return 201, self.to_answer(recorded)

    def find_known(self, table, caller, key, package):
        try:
            return store.find_known(table, caller, key, package)
        except KeyError:
            raise Refusal(409, "idempotency-conflict", "This Idempotency-Key was used with a different package.")

    def read_package(self, verified, package, rules_digest):
        """Returns the package that the candidate builds, if it equals the submitted package."""
        if verified["kind"] == "ok":
            return verified["proposalPackage"]
        if verified["kind"] == "unreadable":
            raise Refusal(400, verified["unreadable"]["code"], verified["unreadable"]["message"])
        if verified["kind"] == "other-spec-package":
            used = package["specPackage"]["digest"] if isinstance(package.get("specPackage"), dict) else None
            detail = f"The rules in force have the digest {rules_digest}, the package has {json.dumps(used)[:100]}."
            raise Refusal(422, "spec-package-changed", f"{detail} Validate, build and submit the candidate again.")
        raise Refusal(422, "changed-after-build", "Submit the package exactly as it was built.")

    def check_owner(self, package, caller):
        """Decides who may submit. At Swatchbook, only the owner may, because the ballot names them."""
        owner = package["candidate"]["owner"]["id"]
        if owner != caller:
            named, subject = json.dumps(owner), json.dumps(caller)
            detail = f"The proposal is in the name of {named} (owner.id), but this key belongs to {subject}."
            remedy = "Only the owner can submit it: have the owner submit this package with their own key."
            raise Refusal(403, "not-the-owner", f"{detail} {remedy} Nothing is recorded.")

    def vote(self, caller, proposal_id, body):
        with self.proposals.transaction() as table:
            proposal = table.execute("SELECT * FROM proposals WHERE id = ?", [proposal_id]).fetchone()
            if proposal is None:
                raise Refusal(404, "not-found", "There is no such ballot.")
            if proposal["caller"] == caller:
                raise Refusal(403, "own-proposal", "Someone else has to decide on your proposal.")
            if proposal["state"] != store.OPEN:
                raise Refusal(409, "ballot-closed", f"The proposal is {proposal['state']}.")
            if not isinstance(body, dict) or not isinstance(body.get("accept"), bool):
                raise Refusal(400, "no-vote", 'Send { "accept": true } or { "accept": false }.')
            return 200, self.to_answer(store.decide(table, proposal, body["accept"]))

    def list(self, caller):
        with self.proposals.transaction() as table:
            rows = table.execute("SELECT * FROM proposals WHERE caller = ? ORDER BY rowid", [caller]).fetchall()
            return 200, {"proposals": [self.to_answer(row)["proposal"] for row in rows]}

    def review(self, proposal_id):
        """Returns the text for voters, which the owner has read too."""
        with self.proposals.transaction() as table:
            row = table.execute("SELECT review FROM proposals WHERE id = ?", [proposal_id]).fetchone()
        return None if row is None else row["review"]

    def to_answer(self, row):
        proposal = {
            "id": row["id"],
            "state": row["state"],
            "generatorId": row["generator_id"],
            "digest": row["digest"],
            "ballot": {"url": f"{self.origin}/ballots/{row['id']}"},
        }
        if row["reason"] is not None:
            proposal["reason"] = row["reason"]
        return {"proposal": proposal}


class Identity:
    """Asks the identity service who owns a key (RFC 7662)."""

    def __init__(self, url, client, secret):
        self._url = url
        pair = f"{urllib.parse.quote_plus(client)}:{urllib.parse.quote_plus(secret)}"
        self._authorization = f"Basic {base64.b64encode(pair.encode()).decode()}"

    def caller(self, authorization, origin):
        scheme, _, key = (authorization or "").partition(" ")
        if scheme.lower() != "bearer" or not key:
            raise Refusal(401, "no-key", "Send your key: Authorization: Bearer ...")
        form = urllib.parse.urlencode({"token": key}).encode()
        request = urllib.request.Request(self._url, form, {"Authorization": self._authorization})
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                known = json.load(response)
            if not isinstance(known, dict):
                raise ValueError("The identity service did not answer with an object.")
        except (OSError, ValueError, RecursionError, http.client.HTTPException) as error:
            print(repr(error), file=sys.stderr)
            raise Refusal(503, "identity-unavailable", "Your key could not be checked. Send the same request again.")
        # An API key (`ai_...`) is valid for every service. An access token is valid only for the services that it names.
        audience = known.get("aud", origin if key.startswith("ai_") else [])
        is_for_us = origin in (audience if isinstance(audience, list) else [audience])
        subject = known.get("sub")
        if known.get("active") is not True or not isinstance(subject, str) or subject == "" or not is_for_us:
            raise Refusal(401, "key-not-accepted", "Your key is not valid. Get another one.")
        return subject


class Handler(BaseHTTPRequestHandler):
    # HTTP/1.0, the default, closes a connection after the answer, so the rest of a body is never read as a request.
    product: Product
    timeout = 30

    def do_GET(self):
        self.answer(self.get)

    def do_POST(self):
        self.answer(self.post)

    def do_PUT(self):
        self.answer(self.refuse_method)

    do_PATCH = do_DELETE = do_PUT

    def get(self):
        if self.path == "/spec-package.json":
            return self.send_document(self.product.rules.current()[0])
        if self.path == "/next.json" and (announced := self.product.rules.announced()) is not None:
            return self.send_document(announced)
        if self.path == "/registry.json":
            return self.send_document(self.product.registry())
        if self.path == "/api/proposals":
            return self.send(*self.product.list(self.caller()))
        review = self.product.review(self.path.removeprefix("/ballots/"))
        if review is None:
            raise Refusal(404, "not-found", "There is nothing here.")
        policy = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
        return self.send_text(200, ballot_page(review), "text/html; charset=utf-8", policy)

    def post(self):
        try:
            caller = self.caller()
            length = self.body_length()
        except Refusal:
            self.skip_body()
            raise
        body, raw_body = self.read_body(length)
        if self.path == "/api/proposals":
            return self.send(*self.product.submit(caller, self.headers.get("Idempotency-Key"), body, raw_body))
        if self.path.startswith("/ballots/"):
            return self.send(*self.product.vote(caller, self.path.removeprefix("/ballots/"), body))
        raise Refusal(404, "not-found", "There is nothing here.")

    def refuse_method(self):
        self.skip_body()
        raise Refusal(405, "method-not-allowed", "Send GET or POST.")

    def answer(self, handle):
        try:
            handle()
        except Refusal as refusal:
            self.send(refusal.status, refusal.body)
        except AssayUnavailable as error:
            # Nothing is recorded, because the package was not checked.
            print(error, file=sys.stderr)
            detail = "The package could not be checked. Nothing is recorded. Send the same request again."
            self.send(503, {"status": 503, "code": "assay-unavailable", "detail": detail})
        except Exception as error:
            print(repr(error), file=sys.stderr)
            self.send(500, {"status": 500, "code": "fault", "detail": "Swatchbook has failed. Nothing is recorded."})

    def caller(self):
        return self.product.identity.caller(self.headers.get("Authorization"), self.product.origin)

    def skip_body(self):
        """Reads the body, because closing a connection with an unread body can lose the answer."""
        length = self.headers.get("Content-Length", "")
        if length.isdecimal():
            self.rfile.read(min(int(length), MAX_SKIPPED_BYTES))
        elif "Transfer-Encoding" in self.headers:
            # The last chunk is empty.
            skipped, part = 0, b"more"
            while part and not part.endswith(b"0\r\n\r\n") and skipped < MAX_SKIPPED_BYTES:
                part = self.rfile.read1(65_536)
                skipped += len(part)

    def body_length(self):
        if self.headers.get_content_type() != "application/json":
            raise Refusal(415, "not-json", "Send application/json.")
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal():
            raise Refusal(411, "no-length", "Send Content-Length.")
        if int(length) > MAX_BODY_BYTES:
            raise Refusal(413, "too-large", f"A request may have {MAX_BODY_BYTES} bytes.")
        return int(length)

    def read_body(self, length):
        try:
            raw_body = self.rfile.read(length)
            return json.loads(raw_body.decode()), raw_body
        except (ValueError, RecursionError):
            raise Refusal(400, "malformed-json", "The body is not JSON.")

    def send_document(self, text):
        etag = f'"{hashlib.sha256(text.encode()).hexdigest()}"'
        if self.headers.get("If-None-Match") == etag:
            self.send_text(304, "", "application/json", {"ETag": etag})
        else:
            self.send_text(200, text, "application/json", {"ETag": etag})

    def send(self, status, body):
        headers = {405: {"Allow": "GET, POST"}, 503: {"Retry-After": str(RETRY_AFTER_SECONDS)}}.get(status)
        is_problem = status >= 400 and "code" in body
        self.send_text(status, json.dumps(body), "application/problem+json" if is_problem else "application/json", headers)

    def send_text(self, status, text, content_type, headers=None):
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def main():
    env = os.environ
    if not env.get("CLIENT_SECRET", "").strip():
        raise SystemExit("CLIENT_SECRET is empty. Set it to the secret that the identity service has for this client.")
    assay = Assay(shlex.split(env.get("ASSAY", "assay")), env.get("VERIFY", "127.0.0.1:9000"))
    rules = Rules(sys.argv[1] if len(sys.argv) > 1 else "spec-package.json", assay)
    identity = Identity(env["IDENTITY"], env.get("CLIENT", "swatchbook"), env["CLIENT_SECRET"])
    proposals = store.Store(env.get("DATABASE", "swatchbook.db"), ["forest"])
    product = Product(assay, rules, proposals, identity, env.get("REGISTRY", "registry.json"))
    Handler.product = product
    server = ThreadingHTTPServer(("127.0.0.1", int(env.get("PORT", "8090"))), Handler)
    product.origin = f"http://127.0.0.1:{server.server_port}"
    for stop in (signal.SIGTERM, signal.SIGINT):
        signal.signal(stop, lambda *_: threading.Thread(target=server.shutdown).start())
    print(f"listening at {product.origin}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
