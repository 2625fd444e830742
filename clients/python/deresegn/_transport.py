"""Calls of the service: time-outs, aborts, and answers that are not the service's."""

from __future__ import annotations

import json
import os
import re
import socket
import threading
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Type, TypeVar, cast
from urllib.parse import urlsplit

from ._errors import MisuseError, TransportError, api_error

T = TypeVar("T")

#: Seconds. Longer than a verification takes with the limits of the service as they are by default.
DEFAULT_TIMEOUT = 120.0


class Stop:
    """Ends a call from another thread: the call then raises Stopped. One for each call."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._ends: List[Callable[[], None]] = []

    def set(self) -> None:
        with self._lock:
            self._event.set()
            ends, self._ends = self._ends, []
        for end in ends:
            end()

    def sleep(self, seconds: float) -> None:
        """Raises Stopped when it was set."""
        if self._event.wait(max(seconds, 0)):
            raise Stopped()

    def on_set(self, end: Callable[[], None]) -> None:
        """Called at once when it was set before."""
        with self._lock:
            if not self._event.is_set():
                self._ends = [end]
                return
        end()

    @property
    def is_set(self) -> bool:
        return self._event.is_set()


class Stopped(Exception):
    """The caller no longer waits."""


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: Dict[str, Any]

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300


class Transport:
    def __init__(self, url: Optional[str], key: Optional[str]) -> None:
        address = urlsplit(url or os.environ.get("DERESEGN_URL") or "")
        if address.scheme not in ("http", "https") or not address.hostname:
            raise MisuseError("Give the address of the service: url, or DERESEGN_URL, such as https://verify.example.")
        secret = key or os.environ.get("DERESEGN_KEY") or ""
        # What is wrong with a key is not said with the key.
        if not re.fullmatch(r"[\x21-\x7e]+", secret):
            raise MisuseError("Give the API key: key, or DERESEGN_KEY.")
        self._host, self._port = address.hostname, address.port
        self._class = HTTPSConnection if address.scheme == "https" else HTTPConnection
        self._path = address.path.rstrip("/")
        self._key = secret

    def send(
        self,
        method: str,
        path: str,
        body: Optional[Mapping[str, Any]] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        stop: Optional[Stop] = None,
    ) -> Answer:
        """The answer of one call, good or bad. Raises TransportError without an answer of the service."""
        headers = {"x-api-key": self._key, "accept": "application/json"}
        if body is not None:
            headers["content-type"] = "application/json"
        if idempotency_key is not None and not re.fullmatch(r"[\x20-\x7e]{1,256}", idempotency_key):
            raise MisuseError("An idempotency_key has 1 to 256 printable ASCII characters.")
        if idempotency_key is not None:
            headers["idempotency-key"] = idempotency_key
        text = None if body is None else json.dumps(body).encode()
        try:
            return self._exchange(method, path, text, headers, timeout or DEFAULT_TIMEOUT, stop or Stop())
        except TransportError as error:
            error.idempotency_key = idempotency_key
            raise

    def fetch(
        self, kind: Type[T], method: str, path: str, body: Optional[Mapping[str, Any]] = None, **limits: Any
    ) -> T:
        """The body of a successful call, of this type. Raises ApiError when the service refuses it, TransportError."""
        answer = self.send(method, path, body, **limits)
        if not answer.ok:
            raise api_error(answer.body["error"], answer.status, answer.headers)
        return cast(T, answer.body)

    def _exchange(
        self, method: str, path: str, text: Optional[bytes], headers: Dict[str, str], timeout: float, stop: Stop
    ) -> Answer:
        """Redirects are not followed: they would take the key along."""
        if stop.is_set:
            raise Stopped()
        connection = self._class(self._host, self._port, timeout=timeout)
        late = threading.Event()

        def cut() -> None:
            if connection.sock is not None:
                try:
                    connection.sock.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

        def give_up() -> None:
            late.set()
            cut()

        # The time-out of a socket starts again with every byte; this one does not.
        timer = threading.Timer(timeout, give_up)
        timer.daemon = True
        timer.start()
        try:
            stop.on_set(cut)
            connection.connect()
            if stop.is_set or late.is_set():
                raise OSError("It was given up while it was connected.")
            connection.request(method, self._path + path, text, headers)
            response = connection.getresponse()
            raw = response.read()
            found = {name.lower(): value for name, value in response.getheaders()}
            return _ours(response.status, found, raw)
        except (OSError, HTTPException) as error:
            if stop.is_set:
                raise Stopped() from None
            is_late = late.is_set() or isinstance(error, (TimeoutError, socket.timeout))
            problem = "took over %g s" % timeout if is_late else "had no answer"
            raise TransportError("The call of the service %s." % problem) from error
        finally:
            timer.cancel()
            connection.close()


def _ours(status: int, headers: Mapping[str, str], raw: bytes) -> Answer:
    """Raises TransportError for the answer of something else, such as a proxy."""
    try:
        body = json.loads(raw)
    except ValueError:
        body = None
    is_good = 200 <= status < 300
    if isinstance(body, dict) and (is_good or isinstance(body.get("error"), dict) or "components" in body):
        return Answer(status, headers, body)
    raise TransportError("HTTP %d, but not an answer of the service: is its address right?" % status)
