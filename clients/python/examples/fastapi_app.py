"""A shop with FastAPI: customers send the receipt of an order, and webhooks tell the end of what took longer."""

import os

from fastapi import FastAPI, HTTPException, Request, Response
from pydantic import BaseModel

from deresegn import AsyncDeresegn, DeresegnError, Expect, WebhookError, result_of, webhooks

app = FastAPI()
deresegn = AsyncDeresegn()
# A database, in a real shop. `request_id` is of the verification that runs.
orders = {"17": {"amount": "500.00", "paid": False, "request_id": None}}


class Receipt(BaseModel):
    text: str


@app.post("/orders/{id}/receipt")
async def receipt(id: str, sent: Receipt, response: Response):
    order = orders.get(id)
    if order is None:
        raise HTTPException(404)
    expect = Expect(amount=order["amount"], receiver="saved")
    try:
        result = await deresegn.begin(text=sent.text, expect=expect, wait_ms=5_000, idempotency_key="order-" + id)
    except DeresegnError:
        raise HTTPException(503, "Try again later") from None
    if result.verdict == "pending":
        order["request_id"] = result.request_id
        response.status_code = 202
        return {"status": "the bank is asked"}
    order["paid"] = order["paid"] or result.accepted
    if order["paid"]:
        return {"status": "paid"}
    why = result.problems if result.verdict == "verified" else [result.reason]
    if result.verdict == "could_not_check" and result.retry != "never":
        response.status_code = 503
        return {"status": "try again later", "why": why}
    response.status_code = 422
    return {"status": "not accepted", "why": why}


@app.post("/hooks/deresegn", status_code=204)
async def hook(request: Request):
    try:
        event = webhooks.verify(request.headers, await request.body(), os.environ["DERESEGN_WEBHOOK_SECRET"])
    except WebhookError:
        raise HTTPException(400) from None
    if event.type == "verification.completed":
        for order in orders.values():
            if order["request_id"] == event.data.get("requestId") and result_of(event.data).accepted:
                order["paid"] = True
