"""python cli.py <link, reference or SMS> <amount> <account> [<bank>]: ends with 0 paid, 1 refused, 2 could not check, 3 misused."""

import sys

from deresegn import Deresegn, DeresegnError, Expect, MisuseError

ENDS = ("paid", "refused", "could not check", "misused")


def main(text="", amount="", account="", bank=None):
    try:
        result = Deresegn().verify_until_resolved(text=text, expect=Expect(amount=amount, account=account, bank=bank))
    except MisuseError as error:
        return 3, str(error)
    except DeresegnError as error:
        return 2, str(error)
    if result.verdict == "could_not_check":
        return 2, result.reason
    if result.verdict == "not_verified":
        return 1, result.reason
    if not result.accepted:
        return 1, ", ".join(result.problems)
    return 0, "%s %s" % (result.payment["amount"], result.payment["currency"])


if __name__ == "__main__":
    code, line = main(*sys.argv[1:5])
    print(ENDS[code], line)
    sys.exit(code)
