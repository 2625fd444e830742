"""Many verifications in one call. Every method raises ApiError or TransportError."""

from __future__ import annotations

import uuid
from typing import Any, Mapping, Optional, Sequence
from urllib.parse import quote

from ._schema import AcceptedBatch, Batch
from ._transport import Transport


class Batches:
    """Up to a hundred receipts, verified one after the other."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, items: Sequence[Mapping[str, Any]], *, idempotency_key: Optional[str] = None) -> AcceptedBatch:
        """
        Each item has one of `url`, `reference` and `text`, and if you like `expect` and an `id` of your own. One that is invalid
        refuses them all. Repeats with the same `idempotency_key` within 24 hours get the same batch; a TransportError has the one for
        a repeat.
        """
        body = {"items": [dict(item) for item in items]}
        key = idempotency_key or str(uuid.uuid4())
        return self._transport.fetch("POST", "/api/verify-batch", body, idempotency_key=key)

    def get(self, id: str) -> Batch:
        """All items have a result once its `status` is `completed`; the webhook `batch.completed` says when."""
        return self._transport.fetch("GET", "/api/batches/%s" % quote(id, ""))
