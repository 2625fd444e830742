"""What became of a verification, as one of three results."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Literal, Mapping, Optional, Tuple, Union

from ._schema import Checks, Detection, Error, History, Payment, ProviderKey, Receipt

NotVerifiedReason = Literal["not_found", "not_settled", "mismatch"]


@dataclass(frozen=True)
class Verified:
    """The bank shows a settled payment. Hand over only if it is `accepted`."""

    payment: Payment
    #: The bank's own fields.
    receipt: Receipt
    provider_key: ProviderKey
    reference: str
    #: A link to the receipt for a browser.
    resolved_url: str
    request_id: Optional[str]
    cached: bool
    #: True only when a real bank was asked.
    livemode: bool
    #: Why it is not accepted; empty when it is.
    problems: Tuple[str, ...]
    checks: Optional[Checks] = None
    history: Optional[History] = None
    #: Of pictures: what was read, the most confident first. Hints, not facts.
    detections: Tuple[Detection, ...] = ()
    #: The answer of the service.
    body: Mapping[str, Any] = field(default_factory=dict, repr=False)
    verdict: Literal["verified"] = "verified"

    @property
    def accepted(self) -> bool:
        """The payment has the expected amount, went to the expected receiver, passed every other check, and is new."""
        return not self.problems


@dataclass(frozen=True)
class NotVerified:
    """The bank answered, and its answer is no. It does not prove a forgery: ask for another proof of payment."""

    reason: NotVerifiedReason
    #: For people.
    message: str
    error: Error
    provider_key: Optional[ProviderKey] = None
    reference: Optional[str] = None
    request_id: Optional[str] = None
    #: Partial: never a sum.
    receipt: Optional[Receipt] = None
    detections: Tuple[Detection, ...] = ()
    body: Mapping[str, Any] = field(default_factory=dict, repr=False)
    verdict: Literal["not_verified"] = "not_verified"
    accepted: Literal[False] = False


@dataclass(frozen=True)
class CouldNotCheck:
    """No verdict: an outage, a limit, or an input that cannot be looked up. Neither paid nor fake."""

    #: Of the API; or `still_pending`, when the time-out came first: `poll(request_id)` has the end.
    reason: str
    #: For people.
    message: str
    #: Whether the same call can help.
    retry: Literal["never", "after", "backoff"]
    error: Error
    #: Seconds; None when the service did not say.
    retry_after: Optional[float] = None
    provider_key: Optional[ProviderKey] = None
    reference: Optional[str] = None
    request_id: Optional[str] = None
    #: False for a failure of a poll, whose verification goes on.
    ended: bool = True
    detections: Tuple[Detection, ...] = ()
    body: Mapping[str, Any] = field(default_factory=dict, repr=False)
    verdict: Literal["could_not_check"] = "could_not_check"
    accepted: Literal[False] = False


@dataclass(frozen=True)
class Pending:
    """A verification that runs: `poll(request_id)` tells its end."""

    request_id: str
    #: In the bank's queue; None while the bank is asked.
    position: Optional[int] = None
    verdict: Literal["pending"] = "pending"
    accepted: Literal[False] = False


Result = Union[Verified, NotVerified, CouldNotCheck]

_CHECKS = ("amount", "receiver", "bank", "age", "notBefore")


def result_of(
    body: Mapping[str, Any],
    *,
    any_amount: bool = False,
    retry_after: Optional[float] = None,
    polled: bool = False,
) -> Union[Result, Pending]:
    """
    The result in the body of a poll, or in `data` of the webhook `verification.completed`.
    It is accepted only if the receiver was checked, and the amount too unless `any_amount`.
    """
    if body["verdict"] == "pending":
        return Pending(body["requestId"], body.get("position"))
    detections = tuple(body.get("detections", ()))
    if body["verdict"] == "verified":
        upstream = body.get("upstream")
        return _verified(upstream["result"] if upstream else body, any_amount, detections, body)
    error = body["error"]
    common: Dict[str, Any] = dict(
        reason=error.get("reason") or error.get("code"),
        message=error["message"],
        error=error,
        provider_key=body.get("providerKey"),
        reference=body.get("reference"),
        request_id=body.get("requestId"),
        detections=detections,
        body=body,
    )
    if body["verdict"] == "not_verified":
        return NotVerified(receipt=body.get("receipt"), **common)
    ended = not polled or "processingStatus" in body
    return CouldNotCheck(retry=error["retry"], retry_after=retry_after, ended=ended, **common)


def still_pending(request_id: str) -> CouldNotCheck:
    """The result of a call that ran out of time before its verification."""
    message = "The verification still runs; poll its request_id later."
    error: Error = {"message": message, "docs": "", "retry": "backoff"}
    return CouldNotCheck("still_pending", message, "backoff", error, request_id=request_id, ended=False)


def _verified(
    found: Mapping[str, Any], any_amount: bool, detections: Tuple[Detection, ...], body: Mapping[str, Any]
) -> Verified:
    checks, history = found.get("checks"), found.get("history")
    return Verified(
        payment=found["payment"],
        receipt=found["receipt"],
        provider_key=found["providerKey"],
        reference=found["reference"],
        resolved_url=found["resolvedUrl"],
        request_id=found["requestId"],
        cached=found["cached"],
        livemode=found["livemode"],
        problems=tuple(_failed_checks(checks or {}, any_amount) + _repeats(history or {})),
        checks=checks,
        history=history,
        detections=detections,
        body=body,
    )


def _failed_checks(checks: Mapping[str, Any], any_amount: bool) -> List[str]:
    needed = ("receiver",) if any_amount else ("amount", "receiver")
    problems = []
    for name in _CHECKS:
        check = checks.get(name)
        if check is None:
            problems += ["%s_not_checked" % name] if name in needed else []
        elif check["ok"] is not True:
            problems.append("%s_%s" % (name, check.get("reason") or "mismatch"))
    if not problems and checks.get("ok") is not True:
        return ["unknown_check"]
    return problems


def _repeats(history: Mapping[str, Any]) -> List[str]:
    if history.get("seenBefore"):
        return ["seen_before"]
    return ["possibly_seen_before"] if history.get("possiblySameAs") else []
