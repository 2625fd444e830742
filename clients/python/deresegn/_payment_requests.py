"""Amounts that customers owe, each closed once by a receipt that pays it. Every method raises ApiError or TransportError."""

from __future__ import annotations

import uuid
from typing import Any, Mapping, Optional, Sequence, Union
from urllib.parse import quote, urlencode

from ._requests import Amount, image_body, look_up_body, number_of
from ._schema import HandedInReceipt, ListPaymentRequestsResponse, PaymentRequest, ProviderKey
from ._transport import Transport

_REQUESTS = "/api/payment-requests"


class PaymentRequests:
    """The order is paid if the `status` of its request is `paid`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        amount: Amount,
        *,
        description: Optional[str] = None,
        external_id: Optional[str] = None,
        receivers: Optional[Sequence[Mapping[str, Optional[str]]]] = None,
        tolerance_over: Optional[Amount] = None,
        expires_in_minutes: Optional[int] = None,
        not_before: Optional[str] = None,
        partial: Optional[bool] = None,
        return_url: Optional[str] = None,
        metadata: Optional[Mapping[str, str]] = None,
        idempotency_key: Optional[str] = None,
    ) -> PaymentRequest:
        """
        Send its `url` to the customer. Without `receivers`, payments to the saved receiving accounts count. Give the order's id as
        `idempotency_key`: repeats within 24 hours get the same request. A TransportError has the one for a repeat.
        """
        given = {
            "amount": number_of(amount),
            "description": description,
            "externalId": external_id,
            "receivers": receivers and [dict(one) for one in receivers],
            "toleranceOver": None if tolerance_over is None else number_of(tolerance_over),
            "expiresInMinutes": expires_in_minutes,
            "notBefore": not_before,
            "partial": partial,
            "returnUrl": return_url,
            "metadata": metadata and dict(metadata),
        }
        body = {name: value for name, value in given.items() if value is not None}
        key = idempotency_key or str(uuid.uuid4())
        return self._transport.fetch(PaymentRequest, "POST", _REQUESTS, body, idempotency_key=key)

    def get(self, id: str) -> PaymentRequest:
        return self._transport.fetch(PaymentRequest, "GET", _of(id))

    def list(
        self, *, status: Optional[str] = None, external_id: Optional[str] = None, after: Optional[str] = None
    ) -> ListPaymentRequestsResponse:
        """A page of 100, newest first; `more` says that there is a next one, after the last `id`."""
        given = {"status": status, "externalId": external_id, "after": after}
        query = urlencode({name: value for name, value in given.items() if value is not None})
        return self._transport.fetch(ListPaymentRequestsResponse, "GET", _REQUESTS + ("?" + query if query else ""))

    def hand_in(
        self,
        id: str,
        *,
        url: Optional[str] = None,
        reference: Optional[str] = None,
        text: Optional[str] = None,
        images: Optional[Sequence[Union[bytes, str]]] = None,
        provider: Optional[ProviderKey] = None,
        account: Optional[str] = None,
        phone: Optional[str] = None,
    ) -> HandedInReceipt:
        """
        Hands in what the customer sent: a link, a reference or a text, or pictures. A receipt that does not pay is no error:
        `attempt["outcome"]` says what became of it. Raises MisuseError for anything else.
        """
        hints: Any = dict(text=text, provider=provider, account=account, phone=phone)
        if images is None:
            body = look_up_body(url=url, reference=reference, **hints)
        else:
            body = image_body(images, None, **hints)
        return self._transport.fetch(HandedInReceipt, "POST", _of(id) + "/receipts", body)

    def cancel(self, id: str) -> PaymentRequest:
        """Closes an open one."""
        return self._transport.fetch(PaymentRequest, "POST", _of(id) + "/cancel")

    def accept(self, id: str, reason: str, attempt: Optional[str] = None) -> PaymentRequest:
        """Accepts the payment in review: paid, or open again if more is due.

        With `attempt`, the `review.attempt` you have looked at, and no other.
        """
        return self._transport.fetch(PaymentRequest, "POST", _of(id) + "/accept", _decision(reason, attempt))

    def refuse(self, id: str, reason: str, attempt: Optional[str] = None) -> PaymentRequest:
        """Opens one in review again; its receipt may then pay another one. `attempt` as for `accept`."""
        return self._transport.fetch(PaymentRequest, "POST", _of(id) + "/refuse", _decision(reason, attempt))


def _decision(reason: str, attempt: Optional[str]) -> Mapping[str, str]:
    return {"reason": reason} if attempt is None else {"reason": reason, "attempt": attempt}


def _of(id: str) -> str:
    return "%s/%s" % (_REQUESTS, quote(id, ""))
