"""Signatures of webhooks: https://www.standardwebhooks.com."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from dataclasses import dataclass
from typing import Any, Dict, Mapping, Sequence, Union

from ._errors import MisuseError, WebhookError

_TOLERANCE_SECONDS = 300


@dataclass(frozen=True)
class WebhookEvent:
    """What happened. Ignore types that you do not know, and an `id` that you have handled."""

    #: The same for every attempt.
    id: str
    type: str
    #: ISO 8601.
    timestamp: str
    #: Of `verification.completed`: the body of the poll; `result_of` tells the result.
    data: Dict[str, Any]


def verify(
    headers: Mapping[str, str], body: Union[bytes, str], secret: Union[str, Sequence[str]]
) -> WebhookEvent:
    """
    The event that the service sent. `body` is the bytes or the text as received, never parsed and serialised again;
    `secret` is that of the endpoint, several while it is changed.
    Raises WebhookError if none signed it, or its time is over five minutes off; MisuseError.
    """
    if not isinstance(body, (bytes, str)):
        raise MisuseError("Give the body as it was received, bytes or text, not what was parsed of it.")
    raw = body.encode() if isinstance(body, str) else body
    keys = [_key(one) for one in ([secret] if isinstance(secret, str) else secret or ())]
    if not keys:
        raise MisuseError("Give the secret of the endpoint.")
    found = {str(name).lower(): value for name, value in headers.items()}
    id, sent, signatures = (_header(found, "webhook-" + name) for name in ("id", "timestamp", "signature"))
    if not re.fullmatch(r"[0-9]{1,12}", sent):
        raise WebhookError("The time of the webhook cannot be read.")
    signed = b".".join([id.encode(), sent.encode(), raw])
    expected = [hmac.new(key, signed, hashlib.sha256).digest() for key in keys]
    given = [_decoded(one[3:]) for one in signatures.split(" ") if one.startswith("v1,")]
    matches = [hmac.compare_digest(one, other) for one in given for other in expected]
    if not any(matches):
        raise WebhookError("No signature of the webhook matches: is it the secret of this endpoint?")
    if abs(time.time() - int(sent)) > _TOLERANCE_SECONDS:
        raise WebhookError("The webhook is over five minutes old, or the clock is wrong.")
    return _event(id, raw)


def _event(id: str, raw: bytes) -> WebhookEvent:
    try:
        event = json.loads(raw)
        return WebhookEvent(id, event["type"], event["timestamp"], event["data"])
    except (ValueError, KeyError, TypeError) as error:
        raise WebhookError("The body of the webhook is no event.") from error


def _key(secret: str) -> bytes:
    match = re.fullmatch(r"whsec_([A-Za-z0-9+/]{16,}={0,2})", secret)
    if match is None:
        raise MisuseError("The secret of an endpoint begins with whsec_.")
    return base64.b64decode(match[1])


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise WebhookError("The webhook has no header %s." % name)
    return value


def _decoded(signature: str) -> bytes:
    try:
        return base64.b64decode(signature, validate=True)
    except (binascii.Error, ValueError):
        return b""
