"""What calls raise. A verification that ends without a receipt is no error: it is a result."""

from __future__ import annotations

from typing import Any, List, Mapping, Optional

from ._schema import Error, ErrorIssuesItem


class DeresegnError(Exception):
    """Everything that this package raises by itself."""


class MisuseError(DeresegnError):
    """The program is wrong, and the message says how to mend it. Nothing was sent."""


class WebhookError(DeresegnError):
    """A webhook whose signature does not match, or is too old. Answer it with 400 and use nothing of it."""


class TransportError(DeresegnError):
    """No answer of the service: no connection, a time-out, or an answer of something else. It says nothing about a payment."""

    #: Of the call that failed. Send it again with a repeat, so that the repeat is the same verification.
    idempotency_key: Optional[str] = None


class ApiError(DeresegnError):
    """The service refused a call."""

    def __init__(self, error: Error, status: int, headers: Mapping[str, str]) -> None:
        named = ["%s: %s" % (issue["path"] or "body", issue["message"]) for issue in error.get("issues", [])]
        super().__init__(" ".join([error["message"], *named]))
        #: Of HTTP.
        self.status = status
        self.code: Optional[str] = error.get("code")
        self.reason: Optional[str] = error.get("reason")
        self.retry: str = error["retry"]
        #: Seconds to wait before a repeat; None when the service did not say.
        self.retry_after: Optional[float] = retry_after(headers)
        self.issues: List[ErrorIssuesItem] = error.get("issues", [])
        #: The page about this error.
        self.docs: str = error["docs"]
        #: For the logs of the service.
        self.request_id: Optional[str] = headers.get("x-request-id")


class AuthenticationError(ApiError):
    """The key is missing, unknown, revoked, or may not make this call."""


class RateLimitError(ApiError):
    """Too many calls: wait for `retry_after`."""


def api_error(error: Any, status: int, headers: Mapping[str, str]) -> ApiError:
    """The error of a refusal. Caps are no rates: waiting does not help, so a verification over its cap is a result."""
    if status in (401, 403):
        return AuthenticationError(error, status, headers)
    if error.get("code") in ("rate_limited", "too_many_waiting"):
        return RateLimitError(error, status, headers)
    return ApiError(error, status, headers)


def retry_after(headers: Mapping[str, str]) -> Optional[float]:
    """`Retry-After` in seconds; None when it is absent."""
    text = headers.get("retry-after", "")
    return float(text) if text.isdigit() else None
