/** The tools of POST /mcp, each a call of one endpoint of the API: under the same scopes, caps, checks and idempotency. */
import * as z from 'zod';
import { within } from '../../deadline.js';
import { pendingText } from '../../engine/api/error-body.js';
import { Failure } from '../../engine/api/errors.js';
import type {
  AdmittedCaller,
  Engine,
  ImageRequest,
  Pending,
  Principal,
  RequestState,
  Verification,
} from '../../engine/api/index.js';
import type { Observer } from '../plugins/metrics/requests.js';
import { imageFailure, verificationFailure } from '../schemas/failures.js';
import { paymentRequest, paymentRequestBody, paymentRequestParams } from '../schemas/payment-requests.js';
import {
  eitherPicture,
  exactlyOne,
  hasPictures,
  type ImageBody,
  oneOfThree,
  type RequestSchemas,
  verifyHeaders,
} from '../schemas/requests.js';
import { imageVerification, pending, resolution, status, usage, verification } from '../schemas/responses.js';
import {
  othersText,
  paymentRequestText,
  resolutionText,
  sentences,
  statusText,
  stillPendingText,
  usageText,
  verifiedText,
} from './sentences.js';

/** The answer of a tool: the body that the endpoint would return, and the same in plain words. */
interface ToolAnswer {
  body: object;
  text: string;
}

/** One call of a tool. */
export interface ToolCall {
  principal: Principal;
  requestId: string;
  /** Aborts when the caller disconnects. */
  signal: AbortSignal;
  isGone(): boolean;
  /** The pictures that arrived with the call. @throws Failure */
  picturesIn(body: ImageBody): ImageRequest;
  /** The pictures as sent are no longer needed. */
  onPrepared(): void;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  /** The endpoint it calls; a restricted key needs its scopes. Null: any key may use it. */
  endpoint: { method: 'GET' | 'POST'; path: string } | null;
  input: z.ZodObject;
  /** The response of the endpoint, whether success or failure. */
  output: readonly z.ZodType[];
  changes: boolean;
  /** @throws Failure */
  call(input: never, call: ToolCall): Promise<ToolAnswer>;
}

interface ToolDeps {
  engine: Engine;
  requests: RequestSchemas;
  observer: Pick<Observer, 'verified'>;
}

/** Shorter than clients wait for a tool, most of them a minute: a slower verification continues, and is polled by its id. */
const waitMs = 30_000;

const idempotencyKey = verifyHeaders.shape['idempotency-key'].describe(
  'Id of the order that the receipt is for. Repeats for one order are one verification; for another order the receipt was seen before',
);
const noExpectation = 'Without `expect`, with amount and receiver, no receipt is payment for an order.';

export function createTools(deps: ToolDeps): readonly Tool[] {
  return [verifyTool(deps), screenshotTool(deps), ...readingTools(deps), ...paymentTools(deps)];
}

const oneReceipt =
  'Send exactly one of url, reference and text; or requestId alone, of a verification that began with its arguments.';

const requestId = z.string().min(1).max(64).optional().describe('Of an answer that was `pending`, alone');

function isAlone(body: { requestId?: unknown }): boolean {
  return Object.keys(body).length === 1;
}

function verifyTool({ engine, requests, observer }: ToolDeps): Tool {
  const { waitMs: _, webhookUrl: __, ...receipt } = requests.verify.shape;
  return define({
    name: 'verify_receipt',
    title: 'Verify a receipt at its bank',
    description: `Asks the bank for the receipt that a customer gave: a link (url), a number (reference), or a whole SMS or message (text). ${noExpectation}`,
    endpoint: { method: 'POST', path: '/api/verify' },
    input: z
      .strictObject({ ...receipt, requestId, idempotencyKey })
      .refine((body) => (body.requestId === undefined ? exactlyOne(body) : isAlone(body)), oneReceipt),
    output: [verification, pending, verificationFailure],
    changes: true,
    async call({ requestId, idempotencyKey: key, ...request }, call) {
      if (requestId !== undefined) return await resultOf(this.name, engine, requestId, call);
      const options = { ...optionsOf(call), idempotencyKey: key, waitMs };
      const found = await engine.verify(request, callerOf(call), options);
      if (found.verdict === 'pending') return pendingAnswer(this.name, found);
      observer.verified(found.providerKey, found.cached);
      return { body: found, text: verifiedText(found) };
    },
  });
}

function screenshotTool({ engine, requests, observer }: ToolDeps): Tool {
  return define({
    name: 'verify_screenshot',
    title: 'Verify the receipt in pictures',
    description: `Reads one to five pictures or PDFs of one receipt, and asks its bank. Costs a screenshot read. ${noExpectation}`,
    endpoint: { method: 'POST', path: '/api/verify-image' },
    input: z
      .strictObject({ ...requests.image.shape, requestId, idempotencyKey })
      .refine(
        (body) => (body.requestId === undefined ? hasPictures(body) : isAlone(body)),
        `${eitherPicture} Or requestId alone, of a verification that began with them.`,
      ),
    output: [imageVerification, verification, pending, imageFailure],
    changes: true,
    async call({ requestId, idempotencyKey: key, ...body }, call) {
      if (requestId !== undefined) return await resultOf(this.name, engine, requestId, call);
      const options = { ...optionsOf(call), idempotencyKey: key, onPrepared: call.onPrepared, waitMs };
      const found = await engine.verifyImage(call.picturesIn(body), callerOf(call), options);
      if (found.verdict === 'pending') return pendingAnswer(this.name, found);
      const { result } = found.upstream;
      observer.verified(result.providerKey, result.cached);
      const others = othersText(found.detections, result.reference);
      return { body: found, text: sentences(verifiedText(result), others) };
    },
  });
}

function readingTools({ engine, requests }: ToolDeps): Tool[] {
  return [
    define({
      name: 'identify_receipt',
      title: 'Find the bank of a receipt',
      description:
        'Tells which bank a link, number or text belongs to, and what that bank needs with it. No bank is asked.',
      endpoint: { method: 'POST', path: '/api/resolve' },
      input: z.strictObject(requests.resolve.shape).refine(exactlyOne, oneOfThree),
      output: [resolution, verificationFailure],
      changes: false,
      async call(input) {
        const body = engine.resolve(input);
        return { body, text: resolutionText(body) };
      },
    }),
    define({
      name: 'get_usage',
      title: 'Usage of the account',
      description: 'Verifications and screenshot reads, used and left, and the request rate of the key.',
      endpoint: { method: 'GET', path: '/api/usage' },
      input: z.strictObject({}),
      output: [usage, verificationFailure],
      changes: false,
      async call(_, { principal }) {
        const body = await engine.usage(principal);
        return { body, text: usageText(body) };
      },
    }),
    define({
      name: 'get_bank_status',
      title: 'Health of the banks',
      description: 'Which banks answer at the moment, and whether the service does.',
      endpoint: null,
      input: z.strictObject({}),
      output: [status, verificationFailure],
      changes: false,
      async call() {
        const body = engine.status();
        return { body, text: statusText(body) };
      },
    }),
  ];
}

function paymentTools({ engine }: ToolDeps): Tool[] {
  const output = [paymentRequest, verificationFailure];
  return [
    define({
      name: 'create_payment_request',
      title: 'Ask a customer for money',
      description:
        'Makes a page where a customer pays an amount and hands the receipt in. It closes once, with the transfer that pays it.',
      endpoint: { method: 'POST', path: '/api/payment-requests' },
      input: paymentRequestBody.extend({
        idempotencyKey: idempotencyKey.describe('Repeats get the same request'),
      }),
      output,
      changes: true,
      async call({ idempotencyKey: key, ...input }, { principal }) {
        const made = await engine.paymentRequests.create(principal, input, key);
        return { body: { ok: true, ...made }, text: paymentRequestText(made) };
      },
    }),
    define({
      name: 'get_payment_request',
      title: 'Show a payment request',
      description: 'Whether it is paid, and what became of the receipts that were handed in.',
      endpoint: { method: 'GET', path: '/api/payment-requests/:id' },
      input: z.strictObject(paymentRequestParams.shape),
      output,
      changes: false,
      async call({ id }, { principal }) {
        const found = await engine.paymentRequests.get(principal.account, id);
        return { body: { ok: true, ...found }, text: paymentRequestText(found) };
      },
    }),
  ];
}

/** Infers the type of a tool's input from its schema. */
function define<Input extends z.ZodObject>(
  tool: Omit<Tool, 'input' | 'call'> & {
    input: Input;
    call(input: z.output<Input>, call: ToolCall): Promise<ToolAnswer>;
  },
): Tool {
  return tool;
}

function callerOf({ principal }: ToolCall): AdmittedCaller {
  return { kind: 'admitted', entry: principal };
}

function optionsOf({ requestId, signal, isGone }: ToolCall) {
  return { requestId, signal, isGone };
}

function pendingAnswer(tool: string, found: Pending): ToolAnswer {
  return { body: JSON.parse(pendingText(found)), text: stillPendingText(tool, found) };
}

/** The result of a verification that was `pending`; still `pending` after `waitMs`. @throws Failure */
function resultOf(tool: string, engine: Engine, requestId: string, call: ToolCall): Promise<ToolAnswer> {
  return within(waitMs, [call.signal], async (signal) => {
    let latest: RequestState | undefined;
    for await (const { state } of await engine.events(requestId, callerOf(call), { signal })) latest = state;
    if (latest === undefined) throw new Failure('not_found');
    if (latest.processingStatus === 'failed') throw latest.failure;
    if (latest.processingStatus === 'queued') return pendingAnswer(tool, latest);
    const found = JSON.parse(latest.text) as Verification;
    return { body: found, text: verifiedText(found) };
  });
}
