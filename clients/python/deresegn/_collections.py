"""Things of the account that are listed, added and removed. Every method raises ApiError or TransportError."""

from __future__ import annotations

from typing import List, Literal, Optional, Sequence, Union
from urllib.parse import quote

from ._schema import (
    EventType,
    ListEventsResponse,
    ListReceivingAccountsResponse,
    ListReceivingAccountsResponseAccountsItem,
    ListWebhookDeliveriesResponse,
    ListWebhookDeliveriesResponseDeliveriesItem,
    ListWebhookEndpointsResponse,
    ListWebhookEndpointsResponseEndpointsItem,
    ReceivingAccount,
    RemoveReceivingAccountResponse,
    RemoveWebhookEndpointResponse,
    WebhookDelivery,
    WebhookEndpoint,
    WebhookEndpointSecret,
)
from ._transport import Transport

#: A type of events, or all.
EventTypes = Sequence[Union[EventType, Literal["*"]]]

_ENDPOINTS = "/api/webhook-endpoints"
_ACCOUNTS = "/api/receiving-accounts"


class WebhookEndpoints:
    """Receivers of events."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, url: str, events: EventTypes, description: Optional[str] = None) -> WebhookEndpointSecret:
        """Its `secret` is shown this once: keep it for `webhooks.verify`."""
        body = {"url": url, "events": list(events), "description": description}
        return self._transport.fetch(WebhookEndpointSecret, "POST", _ENDPOINTS, body)

    def list(self) -> List[ListWebhookEndpointsResponseEndpointsItem]:
        return self._transport.fetch(ListWebhookEndpointsResponse, "GET", _ENDPOINTS)["endpoints"]

    def get(self, id: str) -> WebhookEndpoint:
        return self._transport.fetch(WebhookEndpoint, "GET", _of(id))

    def update(
        self,
        id: str,
        *,
        url: Optional[str] = None,
        events: Optional[EventTypes] = None,
        description: Optional[str] = None,
        disabled: Optional[bool] = None,
    ) -> WebhookEndpoint:
        """What is None stays as it is; `disabled` pauses it."""
        given = {"url": url, "events": events and list(events), "description": description, "disabled": disabled}
        body = {name: value for name, value in given.items() if value is not None}
        return self._transport.fetch(WebhookEndpoint, "PATCH", _of(id), body)

    def remove(self, id: str) -> None:
        self._transport.fetch(RemoveWebhookEndpointResponse, "DELETE", _of(id))

    def rotate_secret(self, id: str) -> WebhookEndpointSecret:
        """A new `secret`; for 24 hours deliveries are signed with both."""
        return self._transport.fetch(WebhookEndpointSecret, "POST", _of(id) + "/rotate-secret")

    def test(self, id: str, type: EventType) -> WebhookDelivery:
        """Delivers an example of an event."""
        return self._transport.fetch(WebhookDelivery, "POST", _of(id) + "/test", {"type": type})

    def deliveries(self, id: str) -> "List[ListWebhookDeliveriesResponseDeliveriesItem]":
        """The last 100, newest first."""
        return self._transport.fetch(ListWebhookDeliveriesResponse, "GET", _of(id) + "/deliveries")["deliveries"]

    def resend(self, id: str, delivery_id: str) -> WebhookDelivery:
        """Sends an event once more, with the same `webhook-id`."""
        path = "%s/deliveries/%s/resend" % (_of(id), quote(delivery_id, ""))
        return self._transport.fetch(WebhookDelivery, "POST", path)


class Events:
    """The events of the last 30 days, for those that missed a webhook."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, after: Optional[str] = None) -> ListEventsResponse:
        """A page of 100, oldest first; `more` says that there is a next one, after the last `id`."""
        query = "" if after is None else "?after=" + quote(after, "")
        return self._transport.fetch(ListEventsResponse, "GET", "/api/events" + query)


class ReceivingAccounts:
    """Bank accounts and wallets that the account is paid on: `Expect(receiver="saved")` expects one of them."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> List[ListReceivingAccountsResponseAccountsItem]:
        return self._transport.fetch(ListReceivingAccountsResponse, "GET", _ACCOUNTS)["accounts"]

    def add(self, provider: str, account: str, name: Optional[str] = None) -> ReceivingAccount:
        body = {"provider": provider, "account": account, "name": name}
        return self._transport.fetch(ReceivingAccount, "POST", _ACCOUNTS, body)

    def remove(self, id: str) -> None:
        path = "%s/%s" % (_ACCOUNTS, quote(id, ""))
        self._transport.fetch(RemoveReceivingAccountResponse, "DELETE", path)


def _of(id: str) -> str:
    return "%s/%s" % (_ENDPOINTS, quote(id, ""))
