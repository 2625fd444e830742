"""Views of a shop with Django: customers send the receipt of an order; a webhook tells the end of what took longer."""

import json
import os

from django.http import HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from deresegn import Deresegn, DeresegnError, Expect, WebhookError, result_of, webhooks

deresegn = Deresegn()
# A model, in a real shop. `request_id` is of the verification that runs.
orders = {"17": {"amount": "500.00", "paid": False, "request_id": None}}


@require_POST
def receipt(request, id):
    order = orders.get(id)
    if order is None:
        return JsonResponse({"error": "No such order"}, status=404)
    try:
        text = str(json.loads(request.body)["text"])
    except (ValueError, KeyError, TypeError):
        return JsonResponse({"error": "Send the text of the receipt"}, status=400)
    expect = Expect(amount=order["amount"], receiver="saved")
    try:
        result = deresegn.begin(text=text, expect=expect, wait_ms=5_000, idempotency_key="order-" + id)
    except DeresegnError:
        return JsonResponse({"status": "try again later"}, status=503)
    if result.verdict == "pending":
        order["request_id"] = result.request_id
        return JsonResponse({"status": "the bank is asked"}, status=202)
    order["paid"] = order["paid"] or result.accepted
    if order["paid"]:
        return JsonResponse({"status": "paid"})
    why = result.problems if result.verdict == "verified" else [result.reason]
    if result.verdict == "could_not_check" and result.retry != "never":
        return JsonResponse({"status": "try again later", "why": why}, status=503)
    return JsonResponse({"status": "not accepted", "why": why}, status=422)


@csrf_exempt
@require_POST
def hook(request):
    try:
        event = webhooks.verify(request.headers, request.body, os.environ["DERESEGN_WEBHOOK_SECRET"])
    except WebhookError:
        return HttpResponse(status=400)
    if event.type == "verification.completed":
        for order in orders.values():
            if order["request_id"] == event.data.get("requestId") and result_of(event.data).accepted:
                order["paid"] = True
    return HttpResponse(status=204)
