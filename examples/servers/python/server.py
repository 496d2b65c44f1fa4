"""The animal adoption store on Python's http.server.

KEY=… LIMITED_KEY=… REVOKED_KEY=… PORT=8080 python3 server.py
"""

import json
import math
import os
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

STATUSES = {"available", "pending", "sold"}
FIELDS = {"name", "categoryId", "status"}
MINUTE = int(os.environ.get("WINDOW_SECONDS", "60"))
DAY = 86_400
FREE = {MINUTE: 60, DAY: 1_000}
ENTERPRISE = {MINUTE: 100_000, DAY: 10_000_000}
PLANS = {os.environ.get("KEY"): ENTERPRISE, os.environ.get("LIMITED_KEY"): FREE}
PLANS[os.environ.get("REVOKED_KEY")] = ENTERPRISE
REVOKED = {os.environ.get("REVOKED_KEY")}
DEPRECATION = {
    "Deprecation": "@1795132800",
    "Sunset": "Thu, 05 Dec 2030 00:00:00 GMT",
    "Link": '</v1/pets>; rel="successor-version"',
}

lock = threading.Lock()
pets = []
windows = {}


class HTTPError(Exception):
    def __init__(self, status, code, message, headers=None):
        super().__init__(message)
        self.status, self.code, self.message, self.headers = status, code, message, headers or {}


def count(caller, plan):
    """Counts a request. Returns whether it may be served, and the state of the window with fewer requests left."""
    now = time.time()
    with lock:
        state = []
        for seconds, limit in plan.items():
            used, reset = windows.get((caller, seconds), (0, 0))
            if now >= reset:
                used, reset = 0, math.ceil(now) + seconds
            state.append([seconds, limit, used, reset])
        allowed = all(used < limit for _, limit, used, _ in state)
        for window in state:
            window[2] += allowed
            windows[caller, window[0]] = (window[2], window[3])
    _, limit, used, reset = min(state, key=lambda window: window[1] - window[2])
    return allowed, limit, limit - used, reset


def validate(pet):
    def invalid(message):
        return HTTPError(400, "invalid_body", message)

    if not isinstance(pet, dict):
        raise invalid("an object is expected")
    if missing := {"name", "categoryId"} - pet.keys():
        raise invalid(f"missing: {', '.join(sorted(missing))}")
    if unknown := pet.keys() - FIELDS:
        raise invalid(f"unknown: {', '.join(sorted(unknown))}")
    if not isinstance(pet["name"], str):
        raise invalid("name must be a string")
    category = pet["categoryId"]
    if not isinstance(category, int) or isinstance(category, bool) or not -(2**63) <= category < 2**63:
        raise invalid("categoryId must be a 64-bit integer")
    if "status" in pet and not (isinstance(pet["status"], str) and pet["status"] in STATUSES):
        raise invalid(f"status must be one of {', '.join(sorted(STATUSES))}")
    return pet


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def list_pets(self, query):
        limit, status = query.get("limit", ["20"])[0], query.get("status", [None])[0]
        if not re.fullmatch("[0-9]{1,3}", limit) or not 1 <= int(limit) <= 100:
            raise HTTPError(400, "invalid_parameter", "limit must be an integer from 1 to 100")
        if status is not None and status not in STATUSES:
            raise HTTPError(400, "invalid_parameter", f"status must be one of {', '.join(sorted(STATUSES))}")
        with lock:
            found = [pet for pet in reversed(pets) if status is None or pet.get("status") == status]
        return 200, found[: int(limit)], {}

    def create_pet(self, query):
        if self.headers.get_content_type() != "application/json":
            raise HTTPError(415, "unsupported_media_type", "application/json is expected")
        try:
            pet = validate(json.loads(self.body))
        except ValueError as error:
            raise HTTPError(400, "invalid_body", f"not JSON: {error}") from error
        with lock:
            pet = {"id": len(pets) + 1, **pet}
            pets.append(pet)
        return 201, pet, {}

    def get_pet(self, pet_id):
        if re.fullmatch("[0-9]{1,19}", pet_id) and 1 <= int(pet_id) <= len(pets):
            return 200, pets[int(pet_id) - 1], DEPRECATION
        raise HTTPError(404, "not_found", "no such animal", DEPRECATION)

    def route(self):
        url = urlsplit(self.path)
        method = "GET" if self.command == "HEAD" else self.command
        if url.path == "/v1/pets":
            offered = {"GET": self.list_pets, "POST": self.create_pet}
            argument = parse_qs(url.query, keep_blank_values=True)
        elif match := re.fullmatch("/v1/pets/([^/]+)", url.path):
            offered, argument = {"GET": self.get_pet}, unquote(match[1])
        else:
            raise HTTPError(404, "not_found", "no such path")
        if method not in offered:
            allow = ", ".join([*offered, "HEAD"])
            raise HTTPError(405, "method_not_allowed", f"this path offers {allow}", {"Allow": allow})
        return offered[method](argument)

    def answer(self):
        scheme, _, key = self.headers.get("Authorization", "").partition(" ")
        if key.strip() in REVOKED:
            key = ""
        plan = PLANS.get(key.strip()) if scheme.lower() == "bearer" else None
        caller = key.strip() if plan else self.client_address[0]
        allowed, limit, remaining, reset = count(caller, plan or ENTERPRISE)
        self.limits = {"X-RateLimit-Limit": limit, "X-RateLimit-Remaining": remaining, "X-RateLimit-Reset": reset}
        if plan is None:
            raise HTTPError(401, "unauthorized", "a valid API key is needed", {"WWW-Authenticate": "Bearer"})
        if not allowed:
            seconds = max(1, math.ceil(reset - time.time()))
            raise HTTPError(429, "rate_limited", f"try again in {seconds} s", {"Retry-After": seconds})
        return self.route()

    def handle_request(self):
        self.body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.limits = {}
        try:
            status, content, headers = self.answer()
        except HTTPError as error:
            status, headers = error.status, error.headers
            content = {"code": error.code, "message": error.message, "status": status}
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, value in {**self.limits, **headers}.items():
            self.send_header(name, str(value))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = handle_request

    def log_message(self, *args):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Handler)
    print(f"http://127.0.0.1:{server.server_port}/v1", flush=True)
    server.serve_forever()
