from deresegn import Deresegn, Expect

deresegn = Deresegn()


def decide(order, reference):
    expect = Expect(amount=order["amount"], account=order["account"], bank="telebirr")
    result = deresegn.verify_until_resolved(reference=reference, expect=expect, idempotency_key=order["id"])
    if result.verdict == "could_not_check":
        return "try again later: " + result.reason
    if result.verdict == "not_verified":
        return "refused: " + result.reason
    return "paid" if result.accepted else "refused: " + ", ".join(result.problems)
