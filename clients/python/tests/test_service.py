"""
The client against the whole service with its simulated banks. DERESEGN_TEST names the service, and the orders and endings to
decide about: test/clients/python.system.test.ts sets it.
"""

import asyncio
import base64
import importlib
import json
import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from service import TestCase

from deresegn import AsyncDeresegn, AuthenticationError, Deresegn, Expect, Stop, Stopped, TransportError

GIVEN = json.loads(os.environ["DERESEGN_TEST"])
URL, KEY = GIVEN["url"], GIVEN["key"]
# Gives up soon on a bank that hangs. The other leaves a bank its time, on a busy machine too.
HASTY_URL, HASTY_KEY = GIVEN["hastyUrl"], GIVEN["hastyKey"]
NEW_KEY, ENDINGS, SETTLED = (GIVEN[name] for name in ("newKey", "endings", "settled"))
EXAMPLES = Path(__file__).parent.parent / "examples"
SOMEBODY = Expect(amount="500.00", name="Nobody Else")


def program(url, key):
    """The program of the README, with this service and key."""
    os.environ.update(DERESEGN_URL=url, DERESEGN_KEY=key)
    sys.path.insert(0, str(EXAMPLES))
    sys.modules.pop("decide", None)
    return importlib.import_module("decide").decide


class TheProgramOfTheReadme(TestCase):
    def test_is_the_example(self):
        readme = (EXAMPLES.parent / "README.md").read_text(encoding="utf-8")
        block = readme.split("```python\n")[1].split("```")[0]
        self.assertEqual(block, (EXAMPLES / "decide.py").read_text(encoding="utf-8"))

    def test_accepts_what_is_settled_and_refuses_all_else_for_its_reason(self):
        decide, soon = program(URL, KEY), program(HASTY_URL, HASTY_KEY)
        with ThreadPoolExecutor(len(ENDINGS)) as threads:
            asked = {
                one["ending"]: threads.submit(soon if one["ending"] == "HANG" else decide, one["order"], one["reference"])
                for one in ENDINGS
            }
        self.assertEqual(
            {ending: call.result() for ending, call in asked.items()},
            {one["ending"]: one["expected"] for one in ENDINGS},
        )

    def test_says_what_the_readme_says_of_the_sandbox(self):
        readme = (EXAMPLES.parent / "README.md").read_text(encoding="utf-8")
        block = readme.split("```python\n")[-1].split("```")[0]
        decide = program(URL, GIVEN["readmeKey"])
        lines = [line.split("  # ") for line in block.strip().split("\n")]
        self.assertEqual([eval(call, {"decide": decide}) for call, _ in lines], [said for _, said in lines])

    def test_refuses_another_amount_another_account_and_a_second_order(self):
        decide = program(URL, NEW_KEY)
        order, reference = SETTLED["order"], SETTLED["reference"]
        self.assertEqual(decide({**order, "amount": "1.00"}, reference), "refused: amount_mismatch")
        self.assertEqual(decide({**order, "account": "251900000000"}, reference), "refused: receiver_mismatch")
        self.assertEqual(decide(order, reference), "paid")
        self.assertEqual(decide({**order, "id": "another"}, reference), "refused: seen_before")
        self.assertEqual(decide(order, ""), "try again later: invalid_request")


class TheService(TestCase):
    def setUp(self):
        self.api = Deresegn(url=URL, key=KEY)
        self.hasty = Deresegn(url=HASTY_URL, key=HASTY_KEY)

    def test_is_asked_once_about_a_link_that_opens_few_times(self):
        expect = Expect(amount="any", name="A B")
        result = self.api.verify_until_resolved(reference="SQB26K2PONCE", provider="siinqee", expect=expect)
        self.assertEqual((result.verdict, result.reason), ("could_not_check", "bank_unreachable"))
        self.assertFalse(result.accepted)

    def test_goes_on_when_nobody_waits_for_it(self):
        ended = begun = self.hasty.begin(reference="DKK5A1HANG", expect=SOMEBODY)
        self.assertEqual((begun.verdict, begun.accepted), ("pending", False))
        while ended.verdict == "pending":
            time.sleep(0.05)
            ended = self.hasty.poll(begun.request_id)
        self.assertEqual((ended.verdict, ended.reason), ("could_not_check", "bank_timeout"))

    def test_refuses_a_wrong_key_without_showing_it(self):
        wrong = Deresegn(url=URL, key="vk_test_wrong")
        with self.assertRaises(AuthenticationError) as caught:
            wrong.verify(reference="DKK4A1B2C3", expect=SOMEBODY)
        self.assertEqual((caught.exception.code, caught.exception.status), ("invalid_key", 401))
        self.assertNotIn("vk_test_wrong", repr([wrong, caught.exception, str(caught.exception)]))

    def test_reads_pictures_and_expects_a_saved_account(self):
        api = Deresegn(url=URL, key=GIVEN["pictureKey"])
        picture = base64.b64decode(GIVEN["picture"])
        expect = Expect(amount=SETTLED["order"]["amount"], receiver="saved")
        self.assertEqual(api.verify_image([picture], expect=expect).problems, ("receiver_not_checked",))
        saved = api.receiving_accounts.add("telebirr", SETTLED["order"]["account"])
        self.assertEqual([one["id"] for one in api.receiving_accounts.list()], [saved["id"]])
        result = api.verify_image([picture], expect=expect)
        self.assertEqual((result.problems, result.detections[0]["by"]), (("seen_before",), "qr"))
        api.receiving_accounts.remove(saved["id"])

    def test_tells_of_itself(self):
        self.assertEqual(self.api.usage()["plan"], "enterprise")
        self.assertEqual(self.api.status()["banks"], "sandbox")
        self.assertIn("siinqee", [one["key"] for one in self.api.providers() if one["viewLimited"]])
        self.assertEqual(self.api.resolve(text="I paid, DKK4A1B2C3")["providerKey"], "telebirr")
        self.assertEqual(self.api.events.list()["more"], False)

    def test_keeps_webhook_endpoints(self):
        hooks = Deresegn(url=URL, key=NEW_KEY).webhook_endpoints
        made = hooks.create("http://127.0.0.1:9/x", ["*"])
        self.assertNotEqual(hooks.rotate_secret(made["id"])["secret"], made["secret"])
        self.assertEqual(hooks.update(made["id"], disabled=True)["disabledReason"], "owner")
        hooks.update(made["id"], disabled=False)
        delivery = hooks.test(made["id"], "verification.completed")
        self.assertIn(delivery["id"], [one["id"] for one in hooks.deliveries(made["id"])])
        self.assertEqual(hooks.resend(made["id"], delivery["id"])["eventId"], delivery["eventId"])
        self.assertEqual(hooks.get(made["id"])["events"], ["*"])
        hooks.remove(made["id"])
        self.assertEqual(hooks.list(), [])

    def test_is_asked_with_asyncio_by_many_at_a_time(self):
        async def ask():
            async with AsyncDeresegn(url=URL, key=KEY) as api, AsyncDeresegn(url=HASTY_URL, key=HASTY_KEY) as hasty:
                results = await asyncio.gather(
                    *(api.verify_until_resolved(reference="DKK4A1GONE", expect=SOMEBODY) for _ in range(20)),
                    api.verify(reference="DKK4A1B2C3", expect=SOMEBODY),
                    api.usage(),
                )
                pending = asyncio.create_task(hasty.verify(reference="DKK5A2HANG", expect=None))
                await asyncio.sleep(0.05)
                pending.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await pending
                return results

        *missing, found, usage = asyncio.run(ask())
        self.assertEqual({result.reason for result in missing}, {"not_found"})
        self.assertEqual((found.verdict, found.accepted, usage["mode"]), ("verified", False, "test"))

    def test_is_left_at_once_when_a_call_is_stopped(self):
        stop = Stop()
        threading.Timer(0.05, stop.set).start()
        with self.assertRaises(Stopped):
            self.hasty.verify_until_resolved(reference="DKK5A3HANG", expect=None, stop=stop)

    def test_is_missed_with_the_key_for_a_repeat(self):
        with self.assertRaises(TransportError) as caught:
            nowhere = Deresegn(url=GIVEN["closedUrl"], key=KEY)
            nowhere.verify(reference="DKK4A1B2C3", expect=SOMEBODY, idempotency_key="order-17")
        self.assertEqual(caught.exception.idempotency_key, "order-17")
