"""The same client for asyncio: its calls run in threads, which wait for the service in place of the event loop."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Callable, List, Optional, Sequence, TypeVar, Union

from ._client import AUTOMATIC, Deresegn
from ._requests import Expect
from ._results import Pending, Result
from ._schema import ListProvidersResponseProvidersItem, ProviderKey, Resolution, Status, Usage
from ._transport import DEFAULT_TIMEOUT, Stop

T = TypeVar("T")


class AsyncDeresegn:
    """
    As `Deresegn`, with coroutines. A call that is cancelled closes its connection. `max_calls` run at a time; others wait.
    Lists of the account (`payment_requests`, `batches`, `webhook_endpoints`, `events`, `receiving_accounts`) are those of `sync`, called by `run`.
    """

    def __init__(self, *, url: Optional[str] = None, key: Optional[str] = None, max_calls: int = 64) -> None:
        #: The client that makes the calls.
        self.sync = Deresegn(url=url, key=key)
        self._threads = ThreadPoolExecutor(max_calls, thread_name_prefix="deresegn")

    async def __aenter__(self) -> "AsyncDeresegn":
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Calls that run are finished; new ones are refused."""
        self._threads.shutdown(wait=False)

    async def run(self, call: Callable[..., T], *args: Any, **members: Any) -> T:
        """A method of `sync` in a thread: `await api.run(api.sync.events.list, after=id)`."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(call, *args, **members))

    async def verify(
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
    ) -> Result:
        """As `Deresegn.verify`."""
        what = dict(url=url, reference=reference, text=text, provider=provider, account=account, phone=phone)
        rest: Any = dict(what, expect=expect, idempotency_key=idempotency_key, timeout=timeout)
        return await self._stoppable(self.sync.verify, **rest)

    async def begin(
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
    ) -> Union[Result, Pending]:
        """As `Deresegn.begin`."""
        what = dict(url=url, reference=reference, text=text, provider=provider, account=account, phone=phone)
        rest: Any = dict(what, expect=expect, idempotency_key=idempotency_key, timeout=timeout)
        return await self._stoppable(self.sync.begin, wait_ms=wait_ms, **rest)

    async def poll(
        self, request_id: str, *, any_amount: bool = False, timeout: float = DEFAULT_TIMEOUT
    ) -> Union[Result, Pending]:
        """As `Deresegn.poll`."""
        return await self._stoppable(self.sync.poll, request_id, any_amount=any_amount, timeout=timeout)

    async def verify_until_resolved(
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
    ) -> Result:
        """As `Deresegn.verify_until_resolved`."""
        what = dict(url=url, reference=reference, text=text, provider=provider, account=account, phone=phone)
        rest: Any = dict(what, expect=expect, idempotency_key=idempotency_key, timeout=timeout)
        return await self._stoppable(self.sync.verify_until_resolved, **rest)

    async def verify_image(
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
    ) -> Result:
        """As `Deresegn.verify_image`."""
        hints = dict(text=text, provider=provider, account=account, phone=phone)
        rest: Any = dict(hints, expect=expect, idempotency_key=idempotency_key, timeout=timeout)
        return await self._stoppable(self.sync.verify_image, images, **rest)

    async def resolve(
        self,
        *,
        url: Optional[str] = None,
        reference: Optional[str] = None,
        text: Optional[str] = None,
        provider: Optional[ProviderKey] = None,
        account: Optional[str] = None,
        phone: Optional[str] = None,
    ) -> Resolution:
        """As `Deresegn.resolve`."""
        what: Any = dict(url=url, reference=reference, text=text, provider=provider, account=account, phone=phone)
        return await self.run(self.sync.resolve, **what)

    async def usage(self) -> Usage:
        """As `Deresegn.usage`."""
        return await self.run(self.sync.usage)

    async def status(self) -> Status:
        """As `Deresegn.status`."""
        return await self.run(self.sync.status)

    async def providers(self) -> List[ListProvidersResponseProvidersItem]:
        """As `Deresegn.providers`."""
        return await self.run(self.sync.providers)

    async def _stoppable(self, call: Callable[..., T], *args: Any, **members: Any) -> T:
        stop = Stop()
        try:
            return await self.run(call, *args, stop=stop, **members)
        except asyncio.CancelledError:
            stop.set()
            raise
