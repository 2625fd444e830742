"""The client: one method for each thing that the service does."""

from __future__ import annotations

import threading
import uuid
from typing import Any, FrozenSet, List, Optional, Sequence, Union, cast
from urllib.parse import quote

from ._batches import Batches
from ._collections import Events, ReceivingAccounts, WebhookEndpoints
from ._errors import AuthenticationError, RateLimitError, TransportError, api_error, retry_after
from ._payment_requests import PaymentRequests
from ._requests import Expect, image_body, look_up_body, with_expectation
from ._results import Pending, Result, result_of
from ._schema import ListProvidersResponse, ListProvidersResponseProvidersItem, ProviderKey, Resolution, Status, Usage
from ._transport import DEFAULT_TIMEOUT, Answer, Stop, Transport
from ._until_resolved import UntilResolved

#: An Idempotency-Key is made by itself when this stands for it; None sends none.
AUTOMATIC = "automatic"


class Deresegn:
    """
    Verifies receipts. Threads can share it. Address and key are those of DERESEGN_URL and DERESEGN_KEY unless given.
    Time-outs are in seconds. Raises MisuseError without an address or a key.
    """

    def __init__(self, *, url: Optional[str] = None, key: Optional[str] = None) -> None:
        self._transport = Transport(url, key)
        self._lock = threading.Lock()
        self._view_limited: Optional[FrozenSet[str]] = None
        self.webhook_endpoints = WebhookEndpoints(self._transport)
        self.events = Events(self._transport)
        self.receiving_accounts = ReceivingAccounts(self._transport)
        self.payment_requests = PaymentRequests(self._transport)
        self.batches = Batches(self._transport)

    def verify(
        self,
        *,
        expect: Optional[Expect],
        url: Optional[str] = None,
        reference: Optional[str] = None,
        text: Optional[str] = None,
        provider: Optional[ProviderKey] = None,
        account: Optional[str] = None,
        phone: Optional[str] = None,
        idempotency_key: Optional[str] = AUTOMATIC,
        timeout: float = DEFAULT_TIMEOUT,
        stop: Optional[Stop] = None,
    ) -> Result:
        """
        Asks the bank once, and waits for it: up to 100 s. `expect=None` checks nothing, and is never accepted.
        Raises TransportError, AuthenticationError, RateLimitError; MisuseError.
        """
        what = look_up_body(url=url, reference=reference, text=text, provider=provider, account=account, phone=phone)
        return cast(Result, self._post(what, expect, None, _keyed(idempotency_key), timeout, stop))

    def begin(
        self,
        *,
        expect: Optional[Expect],
        wait_ms: int = 0,
        url: Optional[str] = None,
        reference: Optional[str] = None,
        text: Optional[str] = None,
        provider: Optional[ProviderKey] = None,
        account: Optional[str] = None,
        phone: Optional[str] = None,
        idempotency_key: Optional[str] = AUTOMATIC,
        timeout: float = DEFAULT_TIMEOUT,
        stop: Optional[Stop] = None,
    ) -> Union[Result, Pending]:
        """Asks the bank, and waits at most `wait_ms` (0 to 30,000) for it: what takes longer is pending, and goes on."""
        what = look_up_body(url=url, reference=reference, text=text, provider=provider, account=account, phone=phone)
        return self._post(what, expect, wait_ms, _keyed(idempotency_key), timeout, stop)

    def poll(
        self,
        request_id: str,
        *,
        any_amount: bool = False,
        timeout: float = DEFAULT_TIMEOUT,
        stop: Optional[Stop] = None,
    ) -> Union[Result, Pending]:
        """What became of a verification that was pending. `any_amount` if its `expect` said so."""
        path = "/api/verify/" + quote(request_id, "")
        return _judged(self._transport.send("GET", path, timeout=timeout, stop=stop), any_amount, polled=True)

    def verify_until_resolved(
        self,
        *,
        expect: Optional[Expect],
        url: Optional[str] = None,
        reference: Optional[str] = None,
        text: Optional[str] = None,
        provider: Optional[ProviderKey] = None,
        account: Optional[str] = None,
        phone: Optional[str] = None,
        idempotency_key: Optional[str] = AUTOMATIC,
        timeout: float = DEFAULT_TIMEOUT,
        stop: Optional[Stop] = None,
    ) -> Result:
        """
        Asks the bank until there is a verdict, for `timeout` seconds at most: polls, waits as the service says, and repeats
        what may be repeated. An outage ends as could_not_check. Links that open few times are never asked again.
        Raises as `verify`, once the time is over.
        """
        what = look_up_body(url=url, reference=reference, text=text, provider=provider, account=account, phone=phone)
        key, waiting = _keyed(idempotency_key), stop or Stop()
        any_amount = expect is not None and expect.any_amount
        return UntilResolved(
            lambda wait_ms, within: self._post(what, expect, wait_ms, key, within, waiting),
            lambda request_id, within: self.poll(request_id, any_amount=any_amount, timeout=within, stop=waiting),
            lambda provider_key, within: self._is_view_limited(provider_key, what, within, waiting),
            timeout,
            waiting,
        ).run()

    def verify_image(
        self,
        images: Sequence[Union[bytes, str]],
        *,
        expect: Optional[Expect],
        text: Optional[str] = None,
        provider: Optional[ProviderKey] = None,
        account: Optional[str] = None,
        phone: Optional[str] = None,
        idempotency_key: Optional[str] = AUTOMATIC,
        timeout: float = DEFAULT_TIMEOUT,
        stop: Optional[Stop] = None,
    ) -> Result:
        """Reads one to five pictures of a receipt (bytes, base64 or `data:` URLs), and asks the bank. Raises as `verify`."""
        body = image_body(images, expect, text=text, provider=provider, account=account, phone=phone)
        key = _keyed(idempotency_key)
        answer = self._transport.send(
            "POST", "/api/verify-image", body, idempotency_key=key, timeout=timeout, stop=stop
        )
        return cast(Result, _judged(answer, expect is not None and expect.any_amount))

    def resolve(
        self,
        *,
        url: Optional[str] = None,
        reference: Optional[str] = None,
        text: Optional[str] = None,
        provider: Optional[ProviderKey] = None,
        account: Optional[str] = None,
        phone: Optional[str] = None,
    ) -> Resolution:
        """The bank and reference of an input; no bank is asked. Raises ApiError, TransportError, MisuseError."""
        what = look_up_body(url=url, reference=reference, text=text, provider=provider, account=account, phone=phone)
        return self._transport.fetch(Resolution, "POST", "/api/resolve", what)

    def usage(self) -> Usage:
        """Caps and rate, used and left. Raises ApiError, TransportError."""
        return self._transport.fetch(Usage, "GET", "/api/usage")

    def status(self) -> Status:
        """Health of the service and of each bank, also when it is down. Raises TransportError."""
        return cast(Status, self._transport.send("GET", "/api/status").body)

    def providers(self) -> List[ListProvidersResponseProvidersItem]:
        """The banks that the service knows. Raises ApiError, TransportError."""
        return self._transport.fetch(ListProvidersResponse, "GET", "/api/providers")["providers"]

    def _post(
        self,
        what: Any,
        expect: Optional[Expect],
        wait_ms: Optional[int],
        key: Optional[str],
        timeout: float,
        stop: Optional[Stop],
    ) -> Union[Result, Pending]:
        body = with_expectation(what, expect)
        if wait_ms is not None:
            body = {**body, "waitMs": wait_ms}
        answer = self._transport.send("POST", "/api/verify", body, idempotency_key=key, timeout=timeout, stop=stop)
        return _judged(answer, expect is not None and expect.any_amount)

    def _is_view_limited(self, provider_key: Optional[str], what: Any, timeout: float, stop: Stop) -> bool:
        """Whether a bank, or the one that the request means, opens its links few times."""
        if provider_key is None:
            answer = self._transport.send("POST", "/api/resolve", what, timeout=timeout, stop=stop)
            _raise_refusal(answer)
            provider_key = answer.body.get("providerKey") if answer.ok else None
        # What means no bank is refused before one is asked.
        if provider_key is None:
            return False
        with self._lock:
            known = self._view_limited
        if known is None:
            path = "/api/providers"
            found = self._transport.fetch(ListProvidersResponse, "GET", path, timeout=timeout, stop=stop)
            known = frozenset(one["key"] for one in found["providers"] if one["viewLimited"])
            with self._lock:
                self._view_limited = known
        return provider_key in known


def _keyed(idempotency_key: Optional[str]) -> Optional[str]:
    return str(uuid.uuid4()) if idempotency_key == AUTOMATIC else idempotency_key


def _raise_refusal(answer: Answer) -> None:
    if answer.ok:
        return
    refusal = api_error(answer.body["error"], answer.status, answer.headers)
    if isinstance(refusal, (AuthenticationError, RateLimitError)):
        raise refusal


def _judged(answer: Answer, any_amount: bool, polled: bool = False) -> Union[Result, Pending]:
    """Raises AuthenticationError, RateLimitError; TransportError for a body without a verdict."""
    _raise_refusal(answer)
    expected = ("verified", "pending") if answer.ok else ("not_verified", "could_not_check")
    if answer.body.get("verdict") not in expected:
        raise TransportError("HTTP %d without a verdict: is the address of the service right?" % answer.status)
    return result_of(answer.body, any_amount=any_amount, retry_after=retry_after(answer.headers), polled=polled)
