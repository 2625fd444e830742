"""Client of Deresegn: verifies Ethiopian bank and wallet payment receipts at the bank."""

from . import webhooks
from ._async import AsyncDeresegn
from ._batches import BatchItem
from ._client import AUTOMATIC, Deresegn
from ._errors import (
    ApiError,
    AuthenticationError,
    DeresegnError,
    MisuseError,
    RateLimitError,
    TransportError,
    WebhookError,
)
from ._requests import Expect
from ._results import CouldNotCheck, NotVerified, Pending, Result, Verified, result_of
from ._transport import Stop, Stopped
from .webhooks import WebhookEvent

__all__ = [
    "AUTOMATIC",
    "ApiError",
    "AsyncDeresegn",
    "AuthenticationError",
    "BatchItem",
    "CouldNotCheck",
    "Deresegn",
    "DeresegnError",
    "Expect",
    "MisuseError",
    "NotVerified",
    "Pending",
    "RateLimitError",
    "Result",
    "Stop",
    "Stopped",
    "TransportError",
    "Verified",
    "WebhookError",
    "WebhookEvent",
    "result_of",
    "webhooks",
]
