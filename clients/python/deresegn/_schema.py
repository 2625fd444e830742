# Generated from openapi.json by `npm run docs`.
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

ProviderKey = Literal["telebirr", "cbe", "cbebirr", "boa", "dashen", "awash", "coopay", "kaafi", "abay", "zemen", "mpesa", "amhara", "wegagen", "siinqee", "berhan", "ahadu", "bunna", "chapa", "oromia", "zamzam", "hulubeje"]

ReceiptSource = Literal["telebirr-html", "mb-json", "cbe-pdf", "cbebirr-pdf", "boa-json", "dashen-html", "dashen-pdf", "awash-html", "ebirr-html", "abay-html", "zemen-pdf", "mpesa-pdf", "amhara-json", "wegagen-json", "siinqee-pdf", "berhan-pdf", "ahadu-pdf", "bunna-page", "chapa-page", "oromia-pdf", "zamzam-json", "hulubeje-dxxrdv"]

ErrorCode = Literal["invalid_json", "invalid_request", "missing_key", "invalid_key", "revoked_key", "insufficient_scope", "not_found", "method_not_allowed", "payload_too_large", "unsupported_media_type", "rate_limited", "too_many_waiting", "quota_exceeded", "image_cap_reached", "ocr_daily_cap_reached", "detection_failed", "ai_not_configured", "provider_down", "unavailable", "internal"]

ErrorReason = Literal["unsupported_url", "unsupported_reference", "needs_account", "needs_phone", "needs_link", "ambiguous", "doubtful_reading", "bank_busy", "bank_timeout", "bank_unreachable", "bank_blocked", "not_found", "not_settled", "mismatch", "unreadable"]

EventType = Literal["verification.completed", "payment_request.paid", "payment_request.review", "payment_request.expired", "payment_request.canceled", "batch.completed", "bank.down", "bank.up", "usage.threshold", "key.revoked"]


class Receipt(TypedDict):
    source: ReceiptSource


class PaymentPayer(TypedDict):
    name: Optional[str]
    account: Optional[str]


class PaymentReceiver(TypedDict):
    name: Optional[str]
    account: Optional[str]
    bank: Optional[str]


class Payment(TypedDict):
    amount: str
    currency: str
    fee: Optional[str]
    vat: Optional[str]
    total: Optional[str]
    payer: PaymentPayer
    receiver: PaymentReceiver
    reference: str
    status: Literal["settled"]
    paidAt: Optional[str]
    reason: Optional[str]
    channel: Optional[str]


class _ChecksAmount(TypedDict):
    ok: bool
    expected: str
    actual: str
    difference: str


class ChecksAmount(_ChecksAmount, total=False):
    reason: Literal["not_printed", "mismatch", "ambiguous"]


class _ChecksReceiver(TypedDict):
    ok: bool
    match: Literal["exact", "masked", "name", "none"]
    confidence: float


class ChecksReceiver(_ChecksReceiver, total=False):
    reason: Literal["not_printed", "mismatch", "ambiguous"]


class _ChecksBank(TypedDict):
    ok: bool
    expected: str
    actual: str


class ChecksBank(_ChecksBank, total=False):
    reason: Literal["not_printed", "mismatch", "ambiguous"]


class _ChecksAge(TypedDict):
    ok: bool
    hours: Optional[float]


class ChecksAge(_ChecksAge, total=False):
    reason: Literal["not_printed", "mismatch", "ambiguous"]


class _ChecksNotBefore(TypedDict):
    ok: bool
    expected: str
    actual: Optional[str]


class ChecksNotBefore(_ChecksNotBefore, total=False):
    reason: Literal["not_printed", "mismatch", "ambiguous"]


class _Checks(TypedDict):
    ok: bool


class Checks(_Checks, total=False):
    amount: ChecksAmount
    receiver: ChecksReceiver
    bank: ChecksBank
    age: ChecksAge
    notBefore: ChecksNotBefore


class _History(TypedDict):
    seenBefore: bool
    times: int
    firstAt: str
    firstBy: str


class History(_History, total=False):
    possiblySameAs: List[str]


class _Verification(TypedDict):
    ok: Literal[True]
    verdict: Literal["verified"]
    processingStatus: Literal["completed"]
    requestId: Optional[str]
    providerKey: ProviderKey
    reference: str
    resolvedUrl: str
    httpStatus: int
    fetchedAt: str
    cached: bool
    livemode: bool
    receipt: Receipt
    payment: Payment
    rawHtmlLength: int
    egressSource: str
    error: None


class Verification(_Verification, total=False):
    checks: Checks
    history: History


class Detection(TypedDict):
    provider: Optional[ProviderKey]
    reference: Optional[str]
    url: Optional[str]
    confidence: float
    by: Literal["qr", "ai", "text"]


class ImageVerificationUpstream(TypedDict):
    attempted: Literal[True]
    reason: None
    result: Verification


class ImageVerification(TypedDict):
    ok: Literal[True]
    verdict: Literal["verified"]
    detections: List[Detection]
    upstream: ImageVerificationUpstream


class Pending(TypedDict):
    verdict: Literal["pending"]
    processingStatus: Literal["queued"]
    requestId: str
    statusUrl: str
    eventsUrl: str
    position: Optional[int]


class Resolution(TypedDict):
    ok: Literal[True]
    providerKey: Optional[ProviderKey]
    reference: Optional[str]
    resolvedUrl: Optional[str]
    needs: List[Literal["account", "phone", "link"]]
    candidates: List[ProviderKey]


class UsageVerificationsOverage(TypedDict):
    available: bool
    enabled: bool
    count: int
    priceEtb: Optional[float]
    amountEtb: float


class UsageVerifications(TypedDict):
    used: int
    cap: Optional[int]
    window: Literal["day", "month"]
    startsAt: str
    endsAt: str
    timeZone: str
    overage: UsageVerificationsOverage


class UsageScreenshots(TypedDict):
    used: int
    cap: Optional[int]
    endsAt: str


class UsageRate(TypedDict):
    limit: int
    used: int
    resetsAt: str


class Usage(TypedDict):
    ok: Literal[True]
    account: str
    plan: Literal["free", "shop", "developer", "scale", "enterprise"]
    mode: Literal["live", "test"]
    verifications: UsageVerifications
    screenshots: UsageScreenshots
    rate: UsageRate


class StatusComponentsItem(TypedDict):
    name: str
    host: str
    status: Literal["operational", "degraded", "down", "unknown"]
    responseMs: Optional[int]
    httpStatus: Optional[int]
    error: Optional[str]
    group: Literal["internal"]


class StatusComponentsItem1EgressItem(TypedDict):
    name: str
    ok: bool
    responseMs: Optional[int]
    error: Optional[str]
    at: str


class StatusComponentsItem1Queue(TypedDict):
    running: int
    waiting: int


class StatusComponentsItem1(TypedDict):
    name: str
    host: str
    status: Literal["operational", "degraded", "down", "unknown"]
    responseMs: Optional[int]
    httpStatus: Optional[int]
    error: Optional[str]
    group: Literal["upstream"]
    providerKey: ProviderKey
    since: Optional[str]
    egress: List[StatusComponentsItem1EgressItem]
    queue: StatusComponentsItem1Queue


class Status(TypedDict):
    ok: bool
    status: Literal["operational", "slow", "down"]
    checkedAt: str
    cached: Literal[True]
    store: Literal["redis", "embedded"]
    banks: Literal["sandbox", "live"]
    components: List[Union[StatusComponentsItem, StatusComponentsItem1]]


class ErrorIssuesItem(TypedDict):
    path: str
    code: str
    message: str


class _Error(TypedDict):
    message: str
    docs: str
    retry: Literal["never", "after", "backoff"]


class Error(_Error, total=False):
    code: ErrorCode
    reason: ErrorReason
    issues: List[ErrorIssuesItem]
    used: int
    cap: int
    needs: List[Literal["account", "phone", "link"]]
    candidates: List[ProviderKey]


class Failure(TypedDict):
    ok: Literal[False]
    error: Error


class _VerificationFailure(TypedDict):
    ok: Literal[False]
    error: Error
    verdict: Literal["not_verified", "could_not_check"]


class VerificationFailure(_VerificationFailure, total=False):
    providerKey: ProviderKey
    reference: str
    requestId: str
    processingStatus: Literal["failed"]
    httpStatus: Optional[int]
    receipt: Receipt


class ImageFailureUpstream(TypedDict):
    attempted: bool
    reason: Optional[Union[Literal["provider_needs_full_url"], ErrorCode, ErrorReason]]
    result: None


class _ImageFailure(TypedDict):
    ok: Literal[False]
    error: Error
    verdict: Literal["not_verified", "could_not_check"]


class ImageFailure(_ImageFailure, total=False):
    providerKey: ProviderKey
    reference: str
    requestId: str
    processingStatus: Literal["failed"]
    httpStatus: Optional[int]
    receipt: Receipt
    detections: List[Detection]
    upstream: ImageFailureUpstream


class ReceivingAccount(TypedDict):
    ok: Literal[True]
    id: str
    provider: str
    lastFour: str
    name: Optional[str]


class PaymentAttempt(TypedDict):
    id: Optional[str]
    at: str
    by: Literal["merchant", "payer"]
    outcome: Optional[Literal["paid", "partial", "review", "too_little", "wrong_receiver", "too_early", "too_late", "wrong_currency", "used", "repeated", "not_verified", "could_not_check", "closed", "too_many"]]
    reason: Optional[str]
    retrying: bool
    providerKey: Optional[str]
    reference: Optional[str]
    amount: Optional[str]
    paidAt: Optional[str]


class PaymentRequestReceiversItem(TypedDict):
    provider: str
    account: str
    name: Optional[str]


class PaymentRequestReviewDecision(TypedDict):
    kind: Literal["accepted", "refused"]
    reason: str
    at: str


class PaymentRequestReview(TypedDict):
    attempt: str
    reasons: List[Literal["over", "receiver_unclear", "possible_double", "time_unclear"]]
    decision: Optional[PaymentRequestReviewDecision]


class PaymentRequest(TypedDict):
    ok: Literal[True]
    id: str
    url: str
    status: Literal["open", "paid", "review", "expired", "canceled"]
    amount: str
    currency: Literal["ETB"]
    paid: str
    remaining: str
    description: Optional[str]
    externalId: Optional[str]
    receivers: List[PaymentRequestReceiversItem]
    toleranceOver: Optional[str]
    partial: bool
    notBefore: str
    createdAt: str
    expiresAt: str
    closedAt: Optional[str]
    late: bool
    review: Optional[PaymentRequestReview]
    returnUrl: Optional[str]
    metadata: Dict[str, Any]
    livemode: bool
    attempts: List[PaymentAttempt]


class HandedInReceiptPaymentRequestReceiversItem(TypedDict):
    provider: str
    account: str
    name: Optional[str]


class HandedInReceiptPaymentRequestReviewDecision(TypedDict):
    kind: Literal["accepted", "refused"]
    reason: str
    at: str


class HandedInReceiptPaymentRequestReview(TypedDict):
    attempt: str
    reasons: List[Literal["over", "receiver_unclear", "possible_double", "time_unclear"]]
    decision: Optional[HandedInReceiptPaymentRequestReviewDecision]


class HandedInReceiptPaymentRequest(TypedDict):
    id: str
    url: str
    status: Literal["open", "paid", "review", "expired", "canceled"]
    amount: str
    currency: Literal["ETB"]
    paid: str
    remaining: str
    description: Optional[str]
    externalId: Optional[str]
    receivers: List[HandedInReceiptPaymentRequestReceiversItem]
    toleranceOver: Optional[str]
    partial: bool
    notBefore: str
    createdAt: str
    expiresAt: str
    closedAt: Optional[str]
    late: bool
    review: Optional[HandedInReceiptPaymentRequestReview]
    returnUrl: Optional[str]
    metadata: Dict[str, Any]
    livemode: bool
    attempts: List[PaymentAttempt]


class _HandedInReceipt(TypedDict):
    ok: Literal[True]
    attempt: PaymentAttempt
    paymentRequest: HandedInReceiptPaymentRequest


class HandedInReceipt(_HandedInReceipt, total=False):
    detections: List[Detection]


class AcceptedBatch(TypedDict):
    id: str
    statusUrl: str
    eventsUrl: str
    total: int


class BatchResult(TypedDict):
    index: int
    id: Optional[str]
    requestId: str
    status: Literal["pending", "completed", "failed"]
    httpStatus: Optional[int]
    result: Optional[Union[Verification, VerificationFailure]]


class BatchCounts(TypedDict):
    pending: int
    verified: int
    notVerified: int
    couldNotCheck: int


class Batch(TypedDict):
    ok: Literal[True]
    id: str
    statusUrl: str
    eventsUrl: str
    status: Literal["running", "completed"]
    total: int
    counts: BatchCounts
    livemode: bool
    createdAt: str
    completedAt: Optional[str]
    results: List[BatchResult]
    more: Literal[False]


class WebhookEndpoint(TypedDict):
    ok: Literal[True]
    id: str
    url: str
    events: List[str]
    description: Optional[str]
    createdAt: str
    disabledAt: Optional[str]
    disabledReason: Optional[Literal["gone", "failing", "owner"]]
    failingSince: Optional[str]


class WebhookEndpointSecret(TypedDict):
    ok: Literal[True]
    id: str
    url: str
    events: List[str]
    description: Optional[str]
    createdAt: str
    disabledAt: Optional[str]
    disabledReason: Optional[Literal["gone", "failing", "owner"]]
    failingSince: Optional[str]
    secret: str


class WebhookDelivery(TypedDict):
    ok: Literal[True]
    id: str
    eventId: str
    type: str
    status: Literal["pending", "delivered", "failed"]
    attempt: int
    httpStatus: Optional[int]
    error: Optional[str]
    ms: Optional[int]
    createdAt: str
    attemptedAt: Optional[str]
    nextAttemptAt: Optional[str]


class ListReceivingAccountsResponseAccountsItem(TypedDict):
    id: str
    provider: str
    lastFour: str
    name: Optional[str]


class ListReceivingAccountsResponse(TypedDict):
    ok: Literal[True]
    accounts: List[ListReceivingAccountsResponseAccountsItem]


class RemoveReceivingAccountResponse(TypedDict):
    ok: Literal[True]
    id: str


class ListPaymentRequestsResponsePaymentRequestsItemReceiversItem(TypedDict):
    provider: str
    account: str
    name: Optional[str]


class ListPaymentRequestsResponsePaymentRequestsItemReviewDecision(TypedDict):
    kind: Literal["accepted", "refused"]
    reason: str
    at: str


class ListPaymentRequestsResponsePaymentRequestsItemReview(TypedDict):
    attempt: str
    reasons: List[Literal["over", "receiver_unclear", "possible_double", "time_unclear"]]
    decision: Optional[ListPaymentRequestsResponsePaymentRequestsItemReviewDecision]


class ListPaymentRequestsResponsePaymentRequestsItem(TypedDict):
    id: str
    url: str
    status: Literal["open", "paid", "review", "expired", "canceled"]
    amount: str
    currency: Literal["ETB"]
    paid: str
    remaining: str
    description: Optional[str]
    externalId: Optional[str]
    receivers: List[ListPaymentRequestsResponsePaymentRequestsItemReceiversItem]
    toleranceOver: Optional[str]
    partial: bool
    notBefore: str
    createdAt: str
    expiresAt: str
    closedAt: Optional[str]
    late: bool
    review: Optional[ListPaymentRequestsResponsePaymentRequestsItemReview]
    returnUrl: Optional[str]
    metadata: Dict[str, Any]
    livemode: bool
    attempts: List[PaymentAttempt]


class ListPaymentRequestsResponse(TypedDict):
    ok: Literal[True]
    paymentRequests: List[ListPaymentRequestsResponsePaymentRequestsItem]
    more: bool


class ListWebhookEndpointsResponseEndpointsItem(TypedDict):
    id: str
    url: str
    events: List[str]
    description: Optional[str]
    createdAt: str
    disabledAt: Optional[str]
    disabledReason: Optional[Literal["gone", "failing", "owner"]]
    failingSince: Optional[str]


class ListWebhookEndpointsResponse(TypedDict):
    ok: Literal[True]
    endpoints: List[ListWebhookEndpointsResponseEndpointsItem]


class RemoveWebhookEndpointResponse(TypedDict):
    ok: Literal[True]
    id: str


class ListWebhookDeliveriesResponseDeliveriesItem(TypedDict):
    id: str
    eventId: str
    type: str
    status: Literal["pending", "delivered", "failed"]
    attempt: int
    httpStatus: Optional[int]
    error: Optional[str]
    ms: Optional[int]
    createdAt: str
    attemptedAt: Optional[str]
    nextAttemptAt: Optional[str]


class ListWebhookDeliveriesResponse(TypedDict):
    ok: Literal[True]
    deliveries: List[ListWebhookDeliveriesResponseDeliveriesItem]


class ListEventsResponseEventsItemData(TypedDict):
    pass


class ListEventsResponseEventsItem(TypedDict):
    id: str
    type: str
    timestamp: str
    data: ListEventsResponseEventsItemData


class ListEventsResponse(TypedDict):
    ok: Literal[True]
    events: List[ListEventsResponseEventsItem]
    more: bool


class ListProvidersResponseProvidersItem(TypedDict):
    key: ProviderKey
    name: str
    sources: List[ReceiptSource]
    hosts: List[str]
    bareReference: bool
    needs: List[Literal["account", "phone", "link"]]
    viewLimited: bool
    support: Literal["supported", "recognised"]


class ListProvidersResponse(TypedDict):
    ok: Literal[True]
    providers: List[ListProvidersResponseProvidersItem]


VerificationEvent = Union[Pending, Verification, VerificationFailure]
