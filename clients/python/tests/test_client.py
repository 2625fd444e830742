"""What the client does with answers, time-outs and mistakes; what it takes as a webhook."""

import json
import os
import time

from service import BROKEN, SILENT, TestCase, failed, service

from deresegn import Deresegn, Expect, MisuseError, RateLimitError, TransportError, WebhookError, result_of, webhooks

ASKED = {"reference": "DKK4A1B2C3", "expect": Expect(amount="500.00", name="Nobody Else")}
NOW = {"retry-after": "0"}
RESOLVED = (200, {"ok": True, "providerKey": "telebirr"})
PROVIDERS = (200, {"ok": True, "providers": [{"key": "siinqee", "viewLimited": True}]})
FOUND = {
    **{"ok": True, "verdict": "verified", "processingStatus": "completed", "requestId": "r1", "providerKey": "telebirr"},
    **{"reference": "DKK4A1B2C3", "resolvedUrl": "", "cached": False, "livemode": False, "receipt": {}, "payment": {}},
}


class VerifyUntilResolved(TestCase):
    def test_never_repeats_a_link_that_opens_few_times(self):
        for known in ({"providerKey": "siinqee"}, {}):
            resolved = [] if known else [(200, {"ok": True, "providerKey": "siinqee"})]
            with service((503, failed("unavailable", **known), NOW), *resolved, PROVIDERS) as one:
                self.assertEqual(one.client().verify_until_resolved(**ASKED).reason, "unavailable")
                self.assertEqual(one.paths().count("/api/verify"), 1)

    def test_never_repeats_a_reading_that_is_doubtful_and_never_says_not_verified_of_it(self):
        doubtful = failed(None, "never", reason="doubtful_reading", providerKey="telebirr", reference="DKK4A1GONE")
        pending = {"verdict": "pending", "processingStatus": "queued", "requestId": "r1"}
        ended = {**doubtful, "processingStatus": "failed", "requestId": "r1"}
        for steps, paths in (
            ([(400, doubtful, NOW)], ["/api/verify"]),
            ([(202, pending), (400, ended, NOW)], ["/api/verify", "/api/verify/r1"]),
        ):
            with service(*steps) as one:
                result = one.client().verify_until_resolved(**ASKED)
                self.assertEqual(
                    (result.verdict, result.reason, result.retry), ("could_not_check", "doubtful_reading", "never")
                )
                self.assertEqual(one.paths(), paths)

    def test_survives_what_passes_as_one_verification(self):
        pending = {"verdict": "pending", "processingStatus": "queued", "requestId": "r1"}
        steps = [
            BROKEN,
            RESOLVED,
            PROVIDERS,
            (503, failed("unavailable"), NOW),
            RESOLVED,
            (429, failed("rate_limited"), NOW),
            RESOLVED,
            (202, pending),
            (503, failed("unavailable"), NOW),
            BROKEN,
            (200, FOUND),
        ]
        with service(*steps) as one:
            result = one.client().verify_until_resolved(**ASKED)
            self.assertEqual((result.verdict, result.problems), ("verified", ("amount_not_checked", "receiver_not_checked")))
            keys = {headers["idempotency-key"] for path, headers in one.requests if path == "/api/verify"}
            self.assertEqual((len(keys), one.paths().count("/api/verify")), (1, 4))
            self.assertEqual(one.paths()[-3:], ["/api/verify/r1"] * 3)


    def test_ends_in_time_and_leaves_the_last_call_half_of_it_to_come_back(self):
        pending = {"verdict": "pending", "processingStatus": "queued", "requestId": "r1"}
        with service((202, pending)) as one:
            result = one.client().verify_until_resolved(**ASKED, timeout=3)
            self.assertEqual((result.verdict, result.reason, result.request_id), ("could_not_check", "still_pending", "r1"))
            self.assertTrue(1_000 < one.bodies[0]["waitMs"] <= 1_500)


class ACall(TestCase):
    def test_raises_over_the_rate_with_the_time_to_wait(self):
        with service((429, failed("rate_limited"), {"retry-after": "42"})) as one:
            with self.assertRaises(RateLimitError) as caught:
                one.client().verify(**ASKED)
        self.assertEqual(caught.exception.retry_after, 42)

    def test_raises_for_what_is_no_answer_of_the_service(self):
        with service((502, b"<h1>Bad gateway</h1>"), (200, {"ok": True}), (200, b"[]")) as one:
            for _ in range(3):
                with self.assertRaises(TransportError):
                    one.client().verify(**ASKED)

    def test_ends_in_time(self):
        with service(SILENT) as one:
            began = time.monotonic()
            with self.assertRaisesRegex(TransportError, "took over 0.1 s"):
                one.client().verify(**ASKED, timeout=0.1)
            # By itself a call may take 120 s.
            self.assertLess(time.monotonic() - began, 60)

    def test_takes_its_key_nowhere_else(self):
        with service((200, FOUND)) as elsewhere, service((307, {}, {"location": elsewhere.url})) as one:
            with self.assertRaises(TransportError):
                one.client().verify(**ASKED)
            self.assertEqual(elsewhere.requests, [])

    def test_is_refused_before_it_is_sent(self):
        api = Deresegn(url="http://127.0.0.1:9", key="vk_test_x")
        mistakes = {
            "exactly one of": lambda: api.verify(reference="X", text="Y", expect=None),
            "as an Expect": lambda: api.verify(reference="X", expect={"amount": 5}),
            "no receiver": lambda: Expect(amount=5, bank="telebirr"),
            "no receiver ": lambda: Expect(amount=5, account=""),
            "no amount": lambda: Expect(amount="", account="1"),
            "no amount ": lambda: Expect(amount=float("nan"), account="1"),
            "is 'saved'": lambda: Expect(amount=5, name="A B", receiver="saved"),
            "a list of pictures": lambda: api.verify_image(b"x", expect=None),
            "has 1 to 256 printable": lambda: api.verify(reference="X", expect=None, idempotency_key="ትዕዛዝ"),
            "has 1 to 256 printable ": lambda: api.payment_requests.create(5, idempotency_key="a\nb"),
            "Unknown in items.1.: refrence": lambda: api.batches.create([{"text": "X"}, {"refrence": "Y"}]),
            "exactly one of url, reference and text in items.0.": lambda: api.batches.create([{"id": "a"}]),
            "the secret of the endpoint": lambda: webhooks.verify({}, b"", None),
            "DERESEGN_URL": lambda: Deresegn(url="verify.example", key="x"),
            "DERESEGN_KEY": lambda: Deresegn(url="https://verify.example", key="x y"),
        }
        for message, mistake in mistakes.items():
            with self.assertRaisesRegex(MisuseError, message.strip()):
                mistake()
        for mistake in (lambda: Expect(ammount=5, account="1"), lambda: api.verify(reference="X")):
            with self.assertRaises(TypeError):
                mistake()


class AResult(TestCase):
    def test_is_accepted_only_when_everything_was_checked_and_it_is_new(self):
        good = {"ok": True, "amount": {"ok": True}, "receiver": {"ok": True}}
        cases = [
            (good, {}, ()),
            (good, {"seenBefore": True}, ("seen_before",)),
            (good, {"possiblySameAs": ["FT1"]}, ("possibly_seen_before",)),
            ({**good, "ok": False}, {}, ("unknown_check",)),
            ({**good, "ok": False, "bank": {"ok": False, "reason": "ambiguous"}}, {}, ("bank_ambiguous",)),
            ({"ok": True, "amount": {"ok": True}}, {}, ("receiver_not_checked",)),
            ({}, {}, ("amount_not_checked", "receiver_not_checked")),
        ]
        for checks, history, problems in cases:
            result = result_of({**FOUND, "checks": checks, "history": history})
            self.assertEqual((result.problems, result.accepted), (problems, problems == ()))
        anything = {**FOUND, "checks": {"ok": True, "receiver": {"ok": True}}}
        self.assertTrue(result_of(anything, any_amount=True).accepted)


class AWebhook(TestCase):
    """As the library of the specification signs it: test/clients/python.system.test.ts does."""

    def test_is_taken_when_it_is_signed_and_refused_otherwise(self):
        given = json.loads(os.environ["DERESEGN_TEST"])["webhooks"]
        for name, headers, body, secrets in given["good"]:
            for raw in (body, body.encode()):
                event = webhooks.verify(headers, raw, secrets)
                self.assertEqual((event.id, event.type), ("evt_1", "verification.completed"), name)
        for name, headers, body in given["bad"]:
            with self.assertRaises(WebhookError, msg=name):
                webhooks.verify(headers, body, given["secret"])
        _, headers, body, secret = given["good"][0]
        for wrong_body, wrong_secret in ((json.loads(body), secret), (body, ""), (body, []), (body, "vk_test_x")):
            with self.assertRaises(MisuseError):
                webhooks.verify(headers, wrong_body, wrong_secret)
