/**
 * Every failure in words: `means` for whoever meets it, `advice` for the developer who has to handle it. Status, fault
 * and retry stand in the engine's table; a kind that lacks its words does not compile.
 */
import type { FailureName } from '../../../engine/index.js';

export interface Problem {
  means: string;
  advice: string;
}

const keyAdvice =
  'Read the key from your configuration and send it in the `x-api-key` header. If it has been lost, mint a new one in the dashboard; a key is shown once.';
const laterAdvice =
  'Say to the cashier that nobody could check, never that the payment is false. Try again after a pause that doubles: 1, 2, 4 seconds.';

const kinds: Record<FailureName, Problem> = {
  invalid_json: {
    means: 'The body of the request could not be read as JSON.',
    advice:
      'Serialise with your JSON library and send `content-type: application/json`. Do not build the text by hand.',
  },
  invalid_request: {
    means: 'Something in the request is missing, or is not what it should be.',
    advice:
      'Read `error.issues`: each names a member in `path` and says what is wrong. Send exactly one of `url`, `reference` and `text`.',
  },
  missing_key: { means: 'The request came without an API key.', advice: keyAdvice },
  invalid_key: {
    means: 'The API key is not known here.',
    advice: `Look for a key of another deployment, or one that was cut off. ${keyAdvice}`,
  },
  revoked_key: {
    means: 'The API key has been revoked.',
    advice: `Someone of your account has revoked it. ${keyAdvice}`,
  },
  not_found: {
    means: 'There is nothing at this address.',
    advice:
      'Check the path. A request id is found only with a key of the account that made the request, and is kept for a limited time.',
  },
  method_not_allowed: {
    means: 'This address does not take this HTTP method.',
    advice: 'The `Allow` header of the answer lists the methods that it does take.',
  },
  payload_too_large: {
    means: 'What was sent is too large.',
    advice:
      'A JSON body may have 64 KiB. Pictures go to `/api/verify-image`, each up to 5 MiB; make a photograph smaller before you send it.',
  },
  unsupported_media_type: {
    means: 'The body is of a type that this address does not take.',
    advice: 'Send JSON; pictures also as `multipart/form-data`.',
  },
  rate_limited: {
    means: 'Too many requests have come in a short time.',
    advice:
      'Wait as many seconds as `Retry-After` says. The `RateLimit` header shows what is left; the limit of one key can be raised.',
  },
  too_many_waiting: {
    means: 'As many calls of this account as its plan allows are waiting for an answer already.',
    advice:
      'Wait as many seconds as `Retry-After` says, and for answers that are still to come. Send fewer at once; a higher plan allows more.',
  },
  quota_exceeded: {
    means: 'The verifications of this plan are used up for now.',
    advice:
      'Wait for the next day or month, change the plan, or switch on overage in the dashboard where the plan offers it. Receipts already verified are still answered.',
  },
  image_cap_reached: {
    means: 'The pictures of this month are used up.',
    advice: 'Ask for the reference, link or SMS instead: these need no reading of pictures.',
  },
  ocr_daily_cap_reached: {
    means: 'The service reads no more pictures today.',
    advice: 'Ask for the reference, link or SMS instead, or send the picture again after midnight.',
  },
  detection_failed: {
    means: 'No receipt was found in the picture.',
    advice:
      'Ask for a sharper picture that shows the whole receipt, or for the reference. The same picture will not do better.',
  },
  ai_not_configured: {
    means: 'Only QR codes and texts of PDFs are read here, and no receipt was found in one.',
    advice: 'Ask for the reference, link or SMS, or for a picture in which the QR code is whole.',
  },
  provider_down: {
    means: 'The bank does not answer anybody at the moment.',
    advice:
      'Nothing was sent to the bank. Wait for `Retry-After`, and look at the status page. Say that nobody could check, never that the payment is false.',
  },
  unavailable: {
    means: 'The service cannot work at the moment.',
    advice: `Wait for \`Retry-After\`. ${laterAdvice}`,
  },
  internal: {
    means: 'Something went wrong on our side.',
    advice: `${laterAdvice} Tell us the \`x-request-id\` of the answer.`,
  },
  unsupported_url: {
    means: 'This link is of no bank that is known here.',
    advice:
      'Ask for the link of the receipt itself, not of a page about the bank. The list of banks says which links are taken.',
  },
  unsupported_reference: {
    means: 'This is not a receipt of a known bank.',
    advice:
      'Look for a typing error. The letter O and the digit 0 are easily mixed up; ask for the link or the SMS.',
  },
  needs_account: {
    means: 'This bank also needs digits of an account number.',
    advice:
      'Send `account` beside the reference: the receiving account, or its last digits. The link of the receipt often has them.',
  },
  needs_phone: {
    means: 'This bank also needs the phone number of the payer.',
    advice: 'Send `phone` beside the reference. The link of the receipt often has it.',
  },
  needs_link: {
    means: 'This bank needs the link of the receipt; the number alone opens nothing.',
    advice: 'Ask the payer for the link, or for the SMS with the link in it, and send it as `url` or `text`.',
  },
  ambiguous: {
    means: 'Several banks use numbers of this form.',
    advice: 'Send `provider` with one of `error.candidates`, or ask the payer which bank it was.',
  },
  doubtful_reading: {
    means:
      'The reference was read from a picture and may be misread: the bank does not confirm the one that was read.',
    advice:
      'This says nothing about the payment. Show `reference` beside the picture, let a person compare or type it, and send what was typed to `/api/verify`. The same picture will not do better.',
  },
  bank_busy: {
    means: 'Too many are asking this bank at the moment.',
    advice: `The call waited in the line of this bank and gave up. ${laterAdvice} With \`waitMs\` the line is waited for without you.`,
  },
  bank_timeout: {
    means: 'The bank did not answer in time.',
    advice: `The bank was asked twice, or once where a link opens only a few times. ${laterAdvice}`,
  },
  bank_unreachable: {
    means: 'The bank could not be reached.',
    advice: `No connection to the bank came about. ${laterAdvice}`,
  },
  bank_blocked: {
    means: 'The bank answered with something else than a receipt.',
    advice: `Its firewall refused us, or it sent us elsewhere. ${laterAdvice}`,
  },
  receipt_not_found: {
    means: 'The bank shows no such payment. Do not treat it as paid.',
    advice:
      'A typing error, a payment made minutes ago, and a receipt that this bank does not show to us all look the same. Check the reference, ask again once after a few minutes, and look into your account.',
  },
  not_settled: {
    means: 'The bank says that the payment is not settled. Do not accept it yet.',
    advice:
      'It is pending, failed or reversed; `receipt` says which. Ask again after a few minutes if it is pending.',
  },
  mismatch: {
    means: 'The bank shows another payment under this number. Do not accept it.',
    advice: 'What the bank sent is not the receipt that was asked for. Ask the payer for the true reference.',
  },
  unreadable: {
    means: 'The bank answered, but its answer could not be understood.',
    advice:
      'The bank has probably changed its receipts, and we have been told. Look into your account; try again later.',
  },
};

export const problems = {
  kinds,
  index: {
    title: 'Errors',
    lead: 'Every answer that is not a success carries one of these. Match on `error.code`, or on `error.reason` where there is no code; never on the message.',
  },
  page: {
    code: 'Code',
    reason: 'Reason',
    status: 'HTTP status',
    verdict: 'Verdict',
    fault: 'Whose fault',
    retry: 'Try again?',
    advice: 'What to do',
    answer: 'The answer',
    all: 'All errors',
  },
  fault: {
    caller: 'The caller’s: something in the request',
    bank: 'The bank’s',
    service: 'Ours',
    payer: 'Neither ours nor the bank’s: it shows no settled payment under this reference',
  },
  retry: {
    never: 'No. The same request will have the same answer.',
    after: 'Yes, after as many seconds as `Retry-After` says.',
    backoff:
      'Yes, with pauses that grow; never where a link opens only a few times (`viewLimited` in `/api/providers`).',
  },
};
