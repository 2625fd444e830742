"""A service that answers with given steps, and helpers of the tests."""

import json
import threading
import unittest
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from deresegn import Deresegn

BROKEN, SILENT = "broken", "silent"


class Service:
    """One step for each request: (status, body), (status, body, headers), BROKEN or SILENT; the last one again and again."""

    def __init__(self, *steps):
        self.requests = []
        self.bodies = []
        self._steps = list(steps)
        self._done = threading.Event()
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                service._answer(self)

            do_GET = do_POST

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        self.url = "http://127.0.0.1:%d" % self._server.server_port

    def _answer(self, handler):
        raw = handler.rfile.read(int(handler.headers.get("content-length", 0)))
        self.bodies.append(json.loads(raw or "null"))
        self.requests.append((handler.path, handler.headers))
        step = self._steps.pop(0) if len(self._steps) > 1 else self._steps[0]
        handler.close_connection = True
        if step == BROKEN:
            return
        if step == SILENT:
            self._done.wait()
            return
        status, body, headers = (*step, {})[:3]
        text = body if isinstance(body, bytes) else json.dumps(body).encode()
        handler.send_response(status)
        for name, value in {"content-length": str(len(text)), **headers}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(text)

    def paths(self):
        return [path for path, _ in self.requests]

    def client(self):
        return Deresegn(url=self.url, key="vk_test_x")

    def close(self):
        self._done.set()
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def service(*steps):
    one = Service(*steps)
    try:
        yield one
    finally:
        one.close()


def failed(code, retry="after", reason=None, **more):
    """A doubtful reading has a reason and no code."""
    named = {"reason": reason} if code is None else {"code": code}
    error = {**named, "retry": retry, "message": "Not now.", "docs": "https://verify.example/docs"}
    return {"ok": False, "verdict": "could_not_check", "error": error, **more}


class TestCase(unittest.TestCase):
    maxDiff = None
