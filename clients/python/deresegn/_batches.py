"""Many verifications in one call. Every method raises ApiError or TransportError."""

from __future__ import annotations

import uuid
from typing import Any, Dict, Mapping, Optional, Sequence, TypedDict, Union
from urllib.parse import quote

from ._errors import MisuseError
from ._requests import Expect, with_expectation
from ._schema import AcceptedBatch, Batch, ProviderKey
from ._transport import Transport


class BatchItem(TypedDict, total=False):
    """Exactly one of `url`, `reference` and `text`; the others if you like."""

    #: Yours.
    id: str
    url: str
    reference: str
    text: str
    provider: ProviderKey
    account: str
    phone: str
    #: An Expect, or a dict as the API takes it.
    expect: Union[Expect, Mapping[str, Any], None]


class Batches:
    """Up to a hundred receipts, verified one after the other."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, items: Sequence[BatchItem], *, idempotency_key: Optional[str] = None) -> AcceptedBatch:
        """
        One item that is invalid refuses them all. Repeats with the same `idempotency_key` within 24 hours get the same batch; a
        TransportError has the one for a repeat. Raises MisuseError for an item with unknown members, or without one receipt.
        """
        body = {"items": [_item_body(index, item) for index, item in enumerate(items)]}
        key = idempotency_key or str(uuid.uuid4())
        return self._transport.fetch(AcceptedBatch, "POST", "/api/verify-batch", body, idempotency_key=key)

    def get(self, id: str) -> Batch:
        """
        All items have a result once its `status` is `completed`; the webhook `batch.completed` says when. `result_of` tells whether
        to accept the `result` of one.
        """
        return self._transport.fetch(Batch, "GET", "/api/batches/%s" % quote(id, ""))


def _item_body(index: int, item: BatchItem) -> Dict[str, Any]:
    unknown = sorted(set(item) - set(BatchItem.__annotations__))
    if unknown:
        known = ", ".join(BatchItem.__annotations__)
        raise MisuseError("Unknown in items[%d]: %s. It takes %s." % (index, ", ".join(unknown), known))
    if sum(item.get(name) is not None for name in ("url", "reference", "text")) != 1:
        raise MisuseError("Give exactly one of url, reference and text in items[%d]." % index)
    body: Dict[str, Any] = dict(item)
    expect = body.pop("expect", None)
    return {**body, "expect": dict(expect)} if isinstance(expect, Mapping) else with_expectation(body, expect)
