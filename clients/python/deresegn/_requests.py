"""What callers ask for."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from decimal import Decimal
from math import isfinite
from typing import Any, Dict, Literal, Optional, Sequence, Union

from ._errors import MisuseError
from ._schema import ProviderKey

Amount = Union[int, float, str, Decimal]

_EXAMPLE = (
    "For example Expect(amount='500.00', account='0911223344', bank='telebirr'), "
    "Expect(amount='500.00', name='Selam Test') or Expect(amount='500.00', receiver='saved')."
)


@dataclass(frozen=True)
class Expect:
    """
    What the payment must be. It needs an amount and a receiver: without one, a receipt of a payment to anybody would pass.
    Raises MisuseError without them, and TypeError for an unknown member.
    """

    #: In birr; "any" where any amount is right.
    amount: Amount
    account: Optional[str] = None
    name: Optional[str] = None
    #: "saved": one of the receiving accounts that the account has saved.
    receiver: Optional[Literal["saved"]] = None
    #: The bank that receives the money. Send it with `account`.
    bank: Optional[ProviderKey] = None
    #: In birr, how far the amount may be off.
    tolerance: Optional[Amount] = None
    max_age_hours: Optional[float] = None
    #: ISO 8601 with an offset.
    not_before: Optional[str] = None

    def __post_init__(self) -> None:
        if not _is_amount(self.amount):
            raise MisuseError("The expectation has no amount. " + _EXAMPLE)
        receivers = [one for one in (self.account, self.name, self.receiver) if one is not None]
        if not receivers or not all(isinstance(one, str) and one.strip() for one in receivers):
            raise MisuseError("The expectation has no receiver. " + _EXAMPLE)
        if self.receiver is not None and (self.receiver != "saved" or len(receivers) > 1):
            raise MisuseError("`receiver` is 'saved', without account and name. " + _EXAMPLE)

    @property
    def any_amount(self) -> bool:
        return self.amount == "any"

    def body(self) -> Dict[str, Any]:
        """As the API takes it: "any" and "saved" are said by leaving the member out."""
        members = {
            "amount": None if self.any_amount else number_of(self.amount),
            "account": self.account,
            "name": self.name,
            "bank": self.bank,
            "tolerance": None if self.tolerance is None else number_of(self.tolerance),
            "maxAgeHours": self.max_age_hours,
            "notBefore": self.not_before,
        }
        return {name: value for name, value in members.items() if value is not None}


def look_up_body(**given: Optional[str]) -> Dict[str, Any]:
    """Exactly one of url, reference and text, and hints. Raises MisuseError for anything else."""
    if sum(given.get(name) is not None for name in ("url", "reference", "text")) != 1:
        raise MisuseError("Give exactly one of url, reference and text.")
    return {name: value for name, value in given.items() if value is not None}


def with_expectation(body: Dict[str, Any], expect: Optional[Expect]) -> Dict[str, Any]:
    """The body with its expectation, if there is anything to send of it. Raises MisuseError for another object."""
    if expect is None:
        return body
    if not isinstance(expect, Expect):
        raise MisuseError("Give `expect` as an Expect, or None to check nothing. " + _EXAMPLE)
    expected = expect.body()
    return {**body, "expect": expected} if expected else body


def image_body(images: Sequence[Union[bytes, str]], expect: Optional[Expect], **hints: Optional[str]) -> Dict[str, Any]:
    """Pictures as bytes, base64 or `data:` URLs. Raises MisuseError without one."""
    if isinstance(images, (bytes, str)) or not images:
        raise MisuseError("Give `images`, a list of pictures.")
    pictures = [one if isinstance(one, str) else base64.b64encode(one).decode() for one in images]
    body = {name: value for name, value in hints.items() if value is not None}
    return with_expectation({**body, "images": [{"imageBase64": one} for one in pictures]}, expect)


def _is_amount(amount: object) -> bool:
    if isinstance(amount, bool) or not isinstance(amount, (int, float, str, Decimal)):
        return False
    return bool(amount.strip()) if isinstance(amount, str) else isfinite(amount)


def number_of(amount: Amount) -> Union[int, float, str]:
    return format(amount, "f") if isinstance(amount, Decimal) else amount
