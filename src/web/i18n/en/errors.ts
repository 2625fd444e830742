/**
 * Texts of every failure: `means` for the person who sees it, `advice` for the developer who handles it. Status, fault
 * and retry are in the engine's table. A failure without texts does not compile.
 */
import type { FailureName } from '../../../engine/index.js';

export interface Problem {
  means: string;
  advice: string;
}

const keyAdvice =
  'Read the key from your configuration and send it in the `x-api-key` header. If you have lost it, create a new one in the dashboard; a key is shown only once.';
const laterAdvice =
  'Tell the cashier that nobody could check the payment; that says nothing against it. Retry with doubling pauses: 1, 2, 4 seconds.';

const kinds: Record<FailureName, Problem> = {
  invalid_json: {
    means: 'The body of the request could not be read as JSON.',
    advice:
      'Serialise with your JSON library and send `content-type: application/json`. Do not build the JSON by hand.',
  },
  invalid_request: {
    means: 'Part of the request is missing or invalid.',
    advice:
      'Read `error.issues`: each names a member in `path` and says what is wrong with it. Send exactly one of `url`, `reference` and `text`.',
  },
  missing_key: { means: 'The request has no API key.', advice: keyAdvice },
  invalid_key: {
    means: 'The API key is unknown.',
    advice: `Check that the key is complete and belongs to this deployment. ${keyAdvice}`,
  },
  revoked_key: {
    means: 'The API key has been revoked.',
    advice: `Someone with access to your account revoked it. ${keyAdvice}`,
  },
  insufficient_scope: {
    means: 'The API key is restricted and may not do this.',
    advice: `Use a key with one of the scopes that the reference lists for this call. ${keyAdvice}`,
  },
  not_found: {
    means: 'There is nothing at this address.',
    advice:
      'Check the path. A request id is found only with a key of the account that made the request, and is kept for a limited time.',
  },
  method_not_allowed: {
    means: 'Method not allowed for this endpoint.',
    advice: 'The `Allow` header of the response lists the allowed methods.',
  },
  payload_too_large: {
    means: 'The request is too large.',
    advice:
      'A JSON body may have up to 64 KiB. Send pictures to `/api/verify-image`, each up to 5 MiB; resize larger photographs first.',
  },
  unsupported_media_type: {
    means: 'Unsupported content type for this endpoint.',
    advice: 'Send JSON; pictures also as `multipart/form-data`.',
  },
  rate_limited: {
    means: 'Too many requests in a short time.',
    advice:
      'Wait as many seconds as `Retry-After` says. The `RateLimit` header shows how many requests are left; the limit of a key can be raised.',
  },
  too_many_waiting: {
    means: 'Too many calls from this account are waiting: its plan allows no more at once.',
    advice:
      'Wait as many seconds as `Retry-After` says, and until running calls have been answered. Send fewer at once; a higher plan allows more.',
  },
  quota_exceeded: {
    means: 'The verifications of this plan are used up for now.',
    advice:
      'Wait for the next day or month, change the plan, or switch on overage in the dashboard where the plan offers it. Receipts that were already verified are still returned.',
  },
  image_cap_reached: {
    means: 'This month’s pictures are used up.',
    advice: 'Ask for the reference, link or SMS instead: these do not count as pictures.',
  },
  ocr_daily_cap_reached: {
    means: 'The service cannot read more pictures today.',
    advice: 'Ask for the reference, link or SMS instead, or send the picture again after midnight.',
  },
  detection_failed: {
    means: 'No receipt was found in the picture.',
    advice:
      'Ask for a sharper picture that shows the whole receipt, or for the reference. Sending the same picture again does not help.',
  },
  ai_not_configured: {
    means: 'Only QR codes and text in PDFs are read here, and no receipt was found in them.',
    advice: 'Ask for the reference, link or SMS, or for a picture that shows the whole QR code.',
  },
  provider_down: {
    means: 'The bank is not responding at the moment.',
    advice:
      'Nothing was sent to the bank. Wait as many seconds as `Retry-After` says, and check the status page. Tell the cashier that nobody could check the payment; that says nothing against it.',
  },
  unavailable: {
    means: 'The service is temporarily unavailable.',
    advice: `Wait as many seconds as \`Retry-After\` says. ${laterAdvice}`,
  },
  internal: {
    means: 'Something went wrong on our side.',
    advice: `${laterAdvice} Send us the \`x-request-id\` of the response.`,
  },
  unsupported_url: {
    means: "This link doesn't belong to a supported bank.",
    advice:
      'Ask for the link to the receipt itself, not to another page of the bank. The list of banks shows which links are accepted.',
  },
  unsupported_reference: {
    means: 'This is not a receipt of a supported bank.',
    advice:
      'Look for a typing error. The letter O and the digit 0 are easily mixed up; ask for the link or the SMS.',
  },
  needs_account: {
    means: 'This bank also needs digits of an account number.',
    advice:
      'Send `account` with the reference: the receiving account, or its last digits. The link of the receipt often contains them.',
  },
  needs_phone: {
    means: 'This bank also needs the phone number of the payer.',
    advice: 'Send `phone` with the reference. The link of the receipt often contains it.',
  },
  needs_link: {
    means: 'This bank needs the link of the receipt; the number alone is not enough.',
    advice: 'Ask the payer for the link, or for the SMS with the link in it, and send it as `url` or `text`.',
  },
  ambiguous: {
    means: 'Several banks use numbers of this form.',
    advice: 'Send `provider` with one of `error.candidates`, or ask the payer which bank it was.',
  },
  doubtful_reading: {
    means: 'The reference was read from a picture and may have been misread: the bank does not confirm it.',
    advice:
      'This says nothing about the payment. Show `reference` next to the picture, let a person compare the two or type the reference, and send the typed reference to `/api/verify`. Sending the same picture again does not help.',
  },
  bank_busy: {
    means: 'Too many calls are waiting for this bank at the moment.',
    advice: `The call waited in the queue of this bank and gave up. ${laterAdvice} Set \`waitMs\` to have us wait in the queue and get the result later.`,
  },
  bank_timeout: {
    means: 'The bank did not answer in time.',
    advice: `The bank was asked twice, or only once if its links open only a few times. ${laterAdvice}`,
  },
  bank_unreachable: {
    means: 'The bank could not be reached.',
    advice: `We couldn't connect to the bank. ${laterAdvice}`,
  },
  bank_blocked: {
    means: 'The bank answered with something other than a receipt.',
    advice: `Its firewall refused us, or it redirected us. ${laterAdvice}`,
  },
  receipt_not_found: {
    means: 'The bank shows no such payment. Do not treat the order as paid.',
    advice:
      'A typing error, a payment made minutes ago, and a receipt that this bank does not show to us all look the same. Check the reference, try again once after a few minutes, and check your bank account.',
  },
  not_settled: {
    means: 'The bank says that the payment is not settled. Do not accept it yet.',
    advice:
      'It is pending, failed or reversed; `receipt` says which. If it is pending, try again after a few minutes.',
  },
  mismatch: {
    means: 'The bank shows another payment under this number. Do not accept the receipt.',
    advice:
      'The bank sent a different receipt than the one requested. Ask the payer for the correct reference.',
  },
  unreadable: {
    means: 'The bank answered, but its answer could not be understood.',
    advice:
      'The bank has probably changed the layout of its receipts, and we have been alerted. Check your bank account; try again later.',
  },
};

export const problems = {
  kinds,
  index: {
    title: 'Errors',
    lead: 'Every unsuccessful response carries one of these. Match on `error.code`, or on `error.reason` where there is no code; never on the message.',
  },
  page: {
    code: 'Code',
    reason: 'Reason',
    status: 'HTTP status',
    fault: 'Whose fault',
    retry: 'Try again?',
    advice: 'What to do',
    answer: 'The response',
    all: 'All errors',
  },
  fault: {
    caller: 'The caller’s: something in the request',
    bank: 'The bank’s',
    service: 'Ours',
    payer: 'Neither ours nor the bank’s: the bank shows no settled payment under this reference',
  },
  retry: {
    never: 'Not automatically. Change the request first, or let a person decide.',
    after: 'Yes, after as many seconds as `Retry-After` says.',
    backoff:
      'Yes, with growing pauses; never for a bank whose links open only a few times (`viewLimited` in `/api/providers`).',
  },
};
