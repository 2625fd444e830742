"""Misuse of the Python client fails `mypy --strict`: it fails at a mark without an error, and at an error without a mark."""

from deresegn import BatchItem, Deresegn, Expect, WebhookEvent, result_of, webhooks

api = Deresegn(url="https://verify.example", key="vk_test_x")
to_us = Expect(amount="500.00", account="0911223344", bank="telebirr")


def may_hand_over(reference: str) -> bool:
    result = api.verify_until_resolved(reference=reference, expect=to_us, idempotency_key="order-17")
    result.payment  # type: ignore[union-attr]  # only what is verified has a payment
    if result.verdict == "could_not_check":
        print(result.reason == "bank_timeout", result.retry_after)
        return result.accepted
    if result.verdict == "not_verified":
        return result.reason == "bank_timeout"  # type: ignore[comparison-overlap]  # a "no" of the bank is none of an outage
    if result.verdict == "fake":  # type: ignore[comparison-overlap]  # a verdict that does not exist
        return True
    print(result.payment["amount"], "amount_mismatch" in result.problems)
    result.payment["ammount"]  # type: ignore[typeddict-item]  # no such member
    return result.accepted


async def requests(reference: str) -> None:
    api.verify(text="an SMS", expect=Expect(amount=500, name="Selam Test"))
    api.verify(url="https://x.example", phone="0911", expect=Expect(amount="any", receiver="saved"))
    api.verify(reference=reference, expect=None)
    api.verify(reference=reference)  # type: ignore[call-arg]  # no expectation
    api.verify(reference=reference, expect={"amount": 5})  # type: ignore[arg-type]  # not an Expect
    api.verify(reference=reference, provder="cbe", expect=to_us)  # type: ignore[call-arg]  # a misspelt member
    Expect(account="0911223344")  # type: ignore[call-arg]  # no amount
    Expect(ammount=500, account="0911223344")  # type: ignore[call-arg]  # a misspelt amount
    Expect(amount=500, account=911223344)  # type: ignore[arg-type]  # an account is text
    Expect(amount=500, account="0911223344", bank="telebir")  # type: ignore[arg-type]  # an unknown bank
    Expect(amount=500, receiver="0911223344")  # type: ignore[arg-type]  # it is 'saved' or nothing
    api.verify(reference=reference, expect=to_us, timeout="5")  # type: ignore[arg-type]  # seconds are a number
    api.payment_requests.create()  # type: ignore[call-arg]  # no amount
    api.payment_requests.create("500.00", expires_in_minute=5)  # type: ignore[call-arg]  # a misspelt member
    api.payment_requests.accept("pr_x")  # type: ignore[call-arg]  # a decision without a reason
    api.webhook_endpoints.create("https://shop.example", ["batch.complete"])  # type: ignore[list-item]  # no such event
    api.batches.create([{"id": "17", "reference": reference, "expect": to_us}])
    api.batches.create([{"refrence": reference}])  # type: ignore[typeddict-item]  # a misspelt member of an item
    item: BatchItem = {"text": "an SMS", "expect": {"amount": "500.00"}}
    print(api.batches.create([item])["total"])


def handled(headers: "dict[str, str]", raw: bytes, parsed: "dict[str, object]") -> bool:
    webhooks.verify(headers, raw)  # type: ignore[call-arg]  # no secret: an unverified webhook
    webhooks.verify(headers, parsed, "whsec_x")  # type: ignore[arg-type]  # a body that was parsed has no signature
    event: WebhookEvent = webhooks.verify(headers, raw, "whsec_x")
    return result_of(event.data).accepted
