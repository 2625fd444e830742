"""Asks until there is a verdict, within a time-out."""

from __future__ import annotations

import random
import time
from typing import Callable, Optional, TypeVar, Union

from ._errors import DeresegnError, RateLimitError, TransportError
from ._results import CouldNotCheck, Pending, Result, still_pending
from ._transport import Stop

T = TypeVar("T")
#: (wait_ms, timeout) and (request_id, timeout).
Submit = Callable[[int, float], Union[Result, Pending]]
Poll = Callable[[str, float], Union[Result, Pending]]
#: (provider_key of the answer, timeout).
IsViewLimited = Callable[[Optional[str], float], bool]

_LONGEST_WAIT = 25.0
#: How much longer than its wait a call may take before it counts as lost.
_MARGIN = 15.0
_SHORT_CALL = 15.0
#: So often a bank is asked that does not answer: then it is an outage, and more calls only add to it.
_BANK_FAILURES = 3


class UntilResolved:
    """One verification, and its repeats."""

    def __init__(self, submit: Submit, poll: Poll, is_view_limited: IsViewLimited, timeout: float, stop: Stop) -> None:
        self._submit, self._poll, self._is_view_limited = submit, poll, is_view_limited
        self._stop = stop
        self._ends_at = time.monotonic() + timeout
        self._failures = 0
        self._unanswered = 0

    def run(self) -> Result:
        """Raises TransportError and RateLimitError when the time is over."""
        ended = self._attempt()
        while True:
            pause = self._pause_after(ended)
            if pause is None or pause >= self._left():
                return _unwrapped(ended)
            self._stop.sleep(pause)
            is_limited = self._checked(ended)
            if is_limited is True:
                return _unwrapped(ended)
            ended = self._attempt() if is_limited is False else is_limited

    def _left(self) -> float:
        return self._ends_at - time.monotonic()

    def _within(self, at_most: float) -> float:
        return max(min(at_most, self._left()), 0.001)

    def _attempt(self) -> Union[Result, RateLimitError, TransportError]:
        left = self._left()
        wait = max(min(_LONGEST_WAIT, left / 2, left - 1), 0)
        answer = _settled(lambda: self._submit(int(wait * 1_000), self._within(wait + _MARGIN)))
        return self._follow(answer.request_id) if isinstance(answer, Pending) else answer

    def _follow(self, request_id: str) -> Result:
        """Polls. What goes wrong with a poll says nothing about the verification, which goes on."""
        pause = 0.5
        while True:
            if pause * 2 >= self._left():
                return still_pending(request_id)
            self._stop.sleep(_jittered(pause))
            pause = min(pause * 1.5, 5)
            answer = _settled(lambda: self._poll(request_id, self._within(_SHORT_CALL)))
            if not isinstance(answer, (Pending, DeresegnError)) and not _is_of_poll(answer):
                return answer
            said = getattr(answer, "retry_after", None) or 0
            if said >= self._left():
                return still_pending(request_id)
            self._stop.sleep(said)

    def _pause_after(self, ended: Union[Result, RateLimitError, TransportError]) -> Optional[float]:
        """Seconds before the next attempt; None for none."""
        if not isinstance(ended, DeresegnError):
            if not isinstance(ended, CouldNotCheck) or ended.retry == "never" or ended.reason == "still_pending":
                return None
            self._unanswered += ended.retry == "backoff"
            if self._unanswered >= _BANK_FAILURES:
                return None
        growing = min(2.0**self._failures, 16.0)
        self._failures += 1
        said = None if isinstance(ended, TransportError) else ended.retry_after
        return _jittered(growing) if said is None else said + random.random()

    def _checked(self, ended: Union[Result, DeresegnError]) -> Union[bool, RateLimitError, TransportError]:
        """Whether the link opens few times; an error when the answer could not be had. Asked before every repeat."""
        provider_key = None if isinstance(ended, DeresegnError) else ended.provider_key
        return _settled(lambda: self._is_view_limited(provider_key, self._within(_SHORT_CALL)))


def _is_of_poll(answer: Result) -> bool:
    return isinstance(answer, CouldNotCheck) and not answer.ended and answer.retry != "never"


def _settled(call: Callable[[], T]) -> Union[T, RateLimitError, TransportError]:
    """Raises what no repeat can mend."""
    try:
        return call()
    except (TransportError, RateLimitError) as error:
        return error


def _unwrapped(ended: Union[Result, DeresegnError]) -> Result:
    if isinstance(ended, DeresegnError):
        raise ended
    return ended


def _jittered(seconds: float) -> float:
    """Up to twice as long, at random, so that callers do not come back together."""
    return seconds * (1 + random.random())
