"""The animal adoption store in Python, from the standard library alone.

    KEY=… LIMITED_KEY=… python3 server.py [PORT]      (a free port unless given; the address is printed)
    CONTRACT_KEY=… CONTRACT_LIMITED_KEY=… npx contract verify --base-url http://127.0.0.1:PORT/v1
"""

import json
import os
import re
import sys
import threading
import time
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, unquote, urlsplit

MOST_BYTES = 65536
STATUSES = ("available", "pending", "sold")
UNLIMITED = (1_000_000, 10_000_000)
DEPRECATION = {
    "Deprecation": "@1795132800",
    "Sunset": "Thu, 05 Dec 2030 00:00:00 GMT",
    "Link": '</v1/pets>; rel="successor-version"',
}

limits = {os.environ.get("KEY", ""): UNLIMITED, os.environ.get("LIMITED_KEY", ""): (60, 1000)}
limits.pop("", None)
animals = {}
lock = threading.Lock()


class Refusal(Exception):
    def __init__(self, status, code, message, headers=None):
        super().__init__(message)
        self.status, self.headers = status, headers or {}
        self.body = {"code": code, "message": message, "status": status}


class Window:
    """So many requests in so many seconds, from the first one on."""

    def __init__(self, most, seconds):
        self.most, self.seconds, self.left, self.end = most, seconds, most, 0

    def renew(self, now):
        if now >= self.end:
            self.left, self.end = self.most, int(now) + self.seconds


class Limiter:
    def __init__(self):
        self.windows = {}

    def count(self, caller, most):
        """The headers of the limit, and the refusal of a request beyond it."""
        now = time.time()
        with lock:
            fresh = (Window(most[0], 60), Window(most[1], 86400))
            windows = self.windows.setdefault(caller, fresh)
            for window in windows:
                window.renew(now)
            spent = min(windows, key=lambda window: (window.left, -window.end))
            served = spent.left > 0
            if served:
                for window in windows:
                    window.left -= 1
            spent = min(windows, key=lambda window: (window.left, -window.end))
            headers = {
                "X-RateLimit-Limit": spent.most,
                "X-RateLimit-Remaining": spent.left,
                "X-RateLimit-Reset": spent.end,
            }
            wait = max(1, int(spent.end - now) + 1)
        if served:
            return headers, None
        message = f"The limit of {spent.most} requests is exceeded; try again in {wait} seconds."
        return headers, Refusal(429, "rate_limited", message, {"Retry-After": wait})


limiter = Limiter()


def parse(body):
    def no_constant(name):
        raise ValueError(f"it has {name}")

    def object_of(pairs):
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a field is there twice")
        return dict(pairs)

    try:
        value = json.loads(
            body.decode("utf-8"), parse_float=Decimal, parse_constant=no_constant, object_pairs_hook=object_of
        )
        json.dumps(value, ensure_ascii=False, default=str).encode("utf-8")  # No half of a surrogate pair.
        return value
    except (ValueError, RecursionError) as error:
        raise Refusal(400, "invalid_body", f"The body is no JSON: {error}.") from error


def new_animal(value):
    """The animal that a body describes."""

    def check(is_good, message):
        if not is_good:
            raise Refusal(400, "invalid_body", message)

    check(isinstance(value, dict), "The body must be an object.")
    for name in value:
        check(name in ("name", "categoryId", "status"), f"The body has the unknown field {name}.")
    for name in ("name", "categoryId"):
        check(name in value, f"The body has no field {name}.")
    check(isinstance(value["name"], str), "The field name must be a string.")
    category = value["categoryId"]
    check(isinstance(category, (int, Decimal)) and not isinstance(category, bool), "categoryId must be an integer.")
    check(-(2**63) <= category < 2**63 and category == int(category), "categoryId must be an integer of 64 bits.")
    if "status" in value:
        check(value["status"] in STATUSES, f"The field status must be one of {', '.join(STATUSES)}.")
    return {**value, "categoryId": int(category)}


def list_animals(query, _body):
    given = {}
    for name, value in parse_qsl(query, keep_blank_values=True):
        if name in ("limit", "status"):
            if name in given:
                raise Refusal(400, "invalid_parameter", f"The query parameter {name} is given more than once.")
            given[name] = value
    limit, status = given.get("limit", "20"), given.get("status")
    if not re.fullmatch(r"[1-9][0-9]?|100", limit):
        raise Refusal(400, "invalid_parameter", "The query parameter limit must be an integer from 1 to 100.")
    if status is not None and status not in STATUSES:
        raise Refusal(400, "invalid_parameter", f"The query parameter status must be one of {', '.join(STATUSES)}.")
    with lock:
        newest = [animal for animal in reversed(animals.values()) if status in (None, animal.get("status"))]
    return 200, newest[: int(limit)], {}


def create_animal(_query, body):
    animal = new_animal(parse(body))
    with lock:
        animal = {"id": len(animals) + 1, **animal}
        animals[animal["id"]] = animal
    return 201, animal, {}


def find_animal(text):
    def find(_query, _body):
        animal = animals.get(int(text)) if re.fullmatch(r"[1-9][0-9]{0,18}", text, re.ASCII) else None
        if animal is None:
            raise Refusal(404, "not_found", "The requested animal could not be found.", DEPRECATION)
        return 200, animal, DEPRECATION

    return find


def operations_at(path):
    if path == "/v1/pets":
        return {"GET": list_animals, "HEAD": list_animals, "POST": create_animal}
    match = re.fullmatch(r"/v1/pets/([^/]+)", path)
    if match is None:
        raise Refusal(404, "not_found", "The requested resource could not be found.")
    find = find_animal(unquote(match[1]))
    return {"GET": find, "HEAD": find}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    disable_nagle_algorithm = True

    def __getattr__(self, name):
        if name.startswith("do_"):
            return self.handle_request
        raise AttributeError(name)

    def handle_request(self):
        body, failure = self.read_body()
        key = re.fullmatch(r"bearer +(\S+)", self.headers.get("Authorization", ""), re.IGNORECASE)
        caller = key[1] if key and key[1] in limits else None
        headers, refusal = limiter.count(caller or self.client_address[0], limits.get(caller, UNLIMITED))
        try:
            if refusal is not None:
                raise refusal
            if caller is None:
                challenge = {"WWW-Authenticate": 'Bearer realm="Animal Adoption Store"'}
                raise Refusal(401, "invalid_api_key", "The API key is missing or not valid.", challenge)
            status, answer, own = self.serve(body, failure)
        except Refusal as error:
            status, answer, own = error.status, error.body, error.headers
        self.send(status, answer, {**headers, **own})

    def serve(self, body, failure):
        target = urlsplit(self.path)
        operations = operations_at(target.path)
        operation = operations.get(self.command)
        if operation is None:
            allowed = ", ".join(operations)
            raise Refusal(405, "method_not_allowed", f"This path offers {allowed} only.", {"Allow": allowed})
        if operation is create_animal:
            self.check_media_type(body)
            if failure is not None:
                raise failure
        return operation(target.query, body)

    def check_media_type(self, body):
        media_type, *parameters = [part.strip() for part in self.headers.get("Content-Type", "").lower().split(";")]
        charset = [part[8:].strip('"') for part in parameters if part.startswith("charset=")]
        if media_type == "" and body == b"":
            raise Refusal(400, "invalid_body", "The body is missing.")
        if media_type != "application/json" or charset not in ([], ["utf-8"], ["utf8"]):
            raise Refusal(415, "unsupported_media_type", "The body must be application/json.")
        if self.headers.get("Content-Encoding", "identity") != "identity":
            raise Refusal(415, "unsupported_media_type", "The body must not be compressed.")

    def read_body(self):
        """The body, and why it is not read to its end. It is read in any case: the next request follows it."""
        if "Transfer-Encoding" in self.headers:
            body = b"".join(self.chunks())
        else:
            length = int(self.headers.get("Content-Length", 0))
            body = self.rfile.read(min(length, MOST_BYTES + 1))
        if len(body) <= MOST_BYTES:
            return body, None
        self.close_connection = True
        return body, Refusal(413, "body_too_large", f"The body must not be larger than {MOST_BYTES} bytes.")

    def chunks(self):
        """The parts of a body that is sent in chunks (RFC 9112 section 7.1), until it is too large."""
        total = 0
        while total <= MOST_BYTES:
            size = int(self.rfile.readline(MOST_BYTES).split(b";")[0], 16)
            if size == 0:
                while self.rfile.readline(MOST_BYTES) not in (b"\r\n", b"\n", b""):
                    pass
                return
            total += size
            yield self.rfile.read(min(size, MOST_BYTES + 1))
            self.rfile.readline(MOST_BYTES)

    def send(self, status, answer, headers):
        body = json.dumps(answer, ensure_ascii=False).encode("utf-8")
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": len(body), **headers}.items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
        self.wfile.flush()

    def send_error(self, code, message=None, explain=None):
        """What http.server refuses by itself is no readable HTTP."""
        status = code if code in (408, 431) else 400
        codes = {400: "malformed_request", 408: "request_timeout", 431: "headers_too_large"}
        headers, _ = limiter.count(self.client_address[0], UNLIMITED)
        self.close_connection = True
        answer = {"code": codes[status], "message": message or "The request is not valid HTTP.", "status": status}
        self.send(status, answer, headers)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 128


if __name__ == "__main__":
    with Server(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0), Handler) as server:
        print(f"http://127.0.0.1:{server.server_port}/v1", flush=True)
        server.serve_forever()
