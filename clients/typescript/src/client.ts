/** The client: one method for each thing that the service does. */
import { randomUUID } from 'node:crypto';
import { Batches } from './batches.js';
import { Events, ReceivingAccounts, WebhookEndpoints } from './collections.js';
import { AuthenticationError, apiError, RateLimitError, TransportError } from './errors.js';
import { PaymentRequests } from './payment-requests.js';
import {
  checkedKey,
  demandsOf,
  type Exact,
  type ImageRequest,
  imageBody,
  type ResolveRequest,
  resolveBody,
  type VerifyRequest,
  verifyBody,
} from './requests.js';
import {
  type Demands,
  type ImageResult,
  imageResultOf,
  type Pending,
  type PollBody,
  type Result,
  resultOf,
} from './results.js';
import type { components } from './schema.js';
import { type Api, type Limits, type Options, type Sent, Transport } from './transport.js';
import { untilResolved } from './until-resolved.js';
import { webhooks } from './webhooks.js';

type Schemas = components['schemas'];

/** Options of a verification. */
export interface VerifyOptions extends Limits {
  /**
   * The order it is for, 1 to 256 printable ASCII characters: repeats for one order are one verification, and not
   * `seen_before`. A random one when absent; null sends none.
   */
  idempotencyKey?: string | null | undefined;
}

export class Deresegn {
  readonly #transport: Transport;
  #viewLimited: Promise<ReadonlySet<string>> | undefined;

  /** Receivers of events. */
  readonly webhookEndpoints: WebhookEndpoints;
  /** Events of the account, for those that missed a webhook. */
  readonly events: Events;
  /** Where the account is paid: `receiver: 'saved'` expects one of them. */
  readonly receivingAccounts: ReceivingAccounts;
  /** Amounts that customers owe, each closed once by a receipt. */
  readonly paymentRequests: PaymentRequests;
  readonly batches: Batches;
  /** Signatures of webhooks. */
  readonly webhooks = webhooks;

  /** @throws MisuseError without an address or a key */
  constructor(options: Options = {}) {
    this.#transport = new Transport(options);
    this.webhookEndpoints = new WebhookEndpoints(this.#transport);
    this.events = new Events(this.#transport);
    this.receivingAccounts = new ReceivingAccounts(this.#transport);
    this.paymentRequests = new PaymentRequests(this.#transport);
    this.batches = new Batches(this.#transport);
  }

  /**
   * Asks the bank once, and waits for it: up to 100 s.
   * @throws TransportError, AuthenticationError, RateLimitError; MisuseError
   */
  async verify<const R extends VerifyRequest>(
    request: Exact<R, VerifyRequest>,
    options: VerifyOptions = {},
  ): Promise<Result> {
    return (await this.#post(request, undefined, keyed(options))) as Result;
  }

  /**
   * Asks the bank, and waits at most `waitMs` (0 to 30,000) for it: what takes longer is `pending`, and goes on.
   * @throws as `verify`
   */
  async begin<const R extends VerifyRequest>(
    request: Exact<R, VerifyRequest>,
    { waitMs = 0, ...options }: VerifyOptions & { waitMs?: number | undefined } = {},
  ): Promise<Result | Pending> {
    return this.#post(request, waitMs, keyed(options));
  }

  /**
   * What became of a verification that was `pending`. `processingStatus` is on its end alone: a `could_not_check` without it
   * is of the poll. `amount: 'any'` if its `expect` said so.
   * @throws as `verify`
   */
  async poll(
    requestId: string,
    { amount, ...limits }: Limits & { amount?: 'any' | undefined } = {},
  ): Promise<Result | Pending> {
    return this.#poll(requestId, { amount: amount !== 'any' }, limits);
  }

  /**
   * Asks the bank until there is a verdict, for `timeoutMs` (120,000) at most: polls, waits as the service says, and repeats what
   * may be repeated. An outage ends as `could_not_check`. Links that open few times are never asked again.
   * @throws as `verify`, once the time is over
   */
  async verifyUntilResolved<const R extends VerifyRequest>(
    request: Exact<R, VerifyRequest>,
    options: VerifyOptions = {},
  ): Promise<Result> {
    const { idempotencyKey, ...limits } = keyed(options);
    const { expect: _, ...what } = request as VerifyRequest;
    const demands = demandsOf(request);
    return untilResolved(limits, {
      submit: (waitMs, within) => this.#post(request, waitMs, { ...within, idempotencyKey }),
      poll: (requestId, within) => this.#poll(requestId, demands, within),
      isViewLimited: (providerKey, within) => this.#isViewLimited(providerKey, what, within),
    });
  }

  /**
   * Reads pictures of one receipt, and asks the bank.
   * @throws as `verify`
   */
  async verifyImage<const R extends ImageRequest>(
    request: Exact<R, ImageRequest>,
    options: VerifyOptions = {},
  ): Promise<ImageResult> {
    const body = imageBody(request);
    const sent = await this.#send(keyed(options), (api, init) =>
      api.POST('/api/verify-image', { body, ...init }),
    );
    const answer = bodyOf<Schemas['ImageVerification'] | Schemas['ImageFailure']>(sent);
    return imageResultOf(answer, demandsOf(request), sent.response);
  }

  /** The bank and reference of an input; no bank is asked. @throws ApiError, TransportError, MisuseError */
  resolve(request: ResolveRequest, limits?: Limits): Promise<Schemas['Resolution']> {
    const body = resolveBody(request);
    return this.#transport.fetch((api, signal) => api.POST('/api/resolve', { body, signal }), limits);
  }

  /** Caps and rate, used and left. @throws ApiError, TransportError */
  usage(limits?: Limits): Promise<Schemas['Usage']> {
    return this.#transport.fetch((api, signal) => api.GET('/api/usage', { signal }), limits);
  }

  /** Health of the service and of each bank, also when it is down. @throws TransportError */
  async status(limits?: Limits): Promise<Schemas['Status']> {
    const { data, error } = await this.#transport.send(
      (api, signal) => api.GET('/api/status', { signal }),
      limits,
    );
    return (data ?? error) as Schemas['Status'];
  }

  /** The banks that the service knows. @throws ApiError, TransportError */
  async providers(limits?: Limits) {
    return (await this.#transport.fetch((api, signal) => api.GET('/api/providers', { signal }), limits))
      .providers;
  }

  async #post(request: VerifyRequest, waitMs: number | undefined, options: Keyed): Promise<Result | Pending> {
    const body = { ...verifyBody(request), ...(waitMs !== undefined && { waitMs }) };
    const sent = await this.#send(options, (api, init) => api.POST('/api/verify', { body, ...init }));
    return judged(sent, demandsOf(request));
  }

  /** A call with its Idempotency-Key, which its error has too. */
  async #send(
    { idempotencyKey, ...limits }: Keyed,
    call: (
      api: Api,
      init: { signal: AbortSignal; params: { header: Record<string, string> } },
    ) => Promise<Sent>,
  ): Promise<Sent> {
    const header: Record<string, string> =
      idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey };
    try {
      return await this.#transport.send((api, signal) => call(api, { signal, params: { header } }), limits);
    } catch (error) {
      if (error instanceof TransportError) error.idempotencyKey = idempotencyKey;
      throw error;
    }
  }

  async #poll(requestId: string, demands: Demands, limits: Limits): Promise<Result | Pending> {
    const sent = await this.#transport.send(
      (api, signal) => api.GET('/api/verify/{requestId}', { signal, params: { path: { requestId } } }),
      limits,
    );
    return judged(sent, demands);
  }

  /** Whether a bank, or the one that the request means, opens its links few times. */
  async #isViewLimited(
    providerKey: string | undefined,
    what: ResolveRequest,
    limits: Limits,
  ): Promise<boolean> {
    const { data } = providerKey
      ? { data: { providerKey } }
      : await this.#transport.send(
          (api, signal) => api.POST('/api/resolve', { body: resolveBody(what), signal }),
          limits,
        );
    // What means no bank is refused before one is asked.
    if (!data?.providerKey) return false;
    this.#viewLimited ??= this.providers(limits).then(
      (all) => new Set(all.filter(({ viewLimited }) => viewLimited).map(({ key }) => key)),
    );
    try {
      return (await this.#viewLimited).has(data.providerKey);
    } catch (error) {
      this.#viewLimited = undefined;
      throw error;
    }
  }
}

type Keyed = Limits & { idempotencyKey: string | null };

function keyed({ idempotencyKey = randomUUID(), ...limits }: VerifyOptions): Keyed {
  return { ...limits, idempotencyKey: checkedKey(idempotencyKey) };
}

/** The generated types of responses leave out what is always null, so the bodies are named here. */
function judged(sent: Sent, demands: Demands): Result | Pending {
  return resultOf(bodyOf<PollBody>(sent), demands, sent.response);
}

/** The body with a verdict. @throws AuthenticationError, RateLimitError; TransportError for a body without a verdict */
function bodyOf<Body>({ data, error, response }: Sent): Body {
  if (error) {
    const refusal = apiError((error as Schemas['Failure']).error, response);
    if (refusal instanceof AuthenticationError || refusal instanceof RateLimitError) throw refusal;
  }
  const body = (data ?? error) as { verdict?: string };
  const expected = response.ok ? ['verified', 'pending'] : ['not_verified', 'could_not_check'];
  if (expected.includes(body.verdict ?? '')) return body as Body;
  throw new TransportError(`HTTP ${response.status} without a verdict: is the address of the service right?`);
}
