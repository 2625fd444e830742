/** One verification, top to bottom (DESIGN.md section 2). */
import { randomUUID } from 'node:crypto';
import type { Realm } from '../egress/types.js';
import { type Resolved, resolve } from '../providers/resolve.js';
import type { Provider, Target } from '../providers/types.js';
import { type Entry, type Gate, realmOf } from './auth.js';
import type { Cache, Kept } from './cache.js';
import { check } from './checks.js';
import { Failure, Withdrawn } from './errors.js';
import type { Flights } from './flights.js';
import { type Health, refuseDown } from './health.js';
import type { LookUp } from './lookup.js';
import { plans } from './plans.js';
import type { AccountTerms, Place, Quota } from './quota.js';
import type { Caller, CallOptions, History, Verification, VerifyRequest } from './types.js';

export interface VerifyDeps {
  providers: readonly Provider[];
  gate: Gate;
  cache: Cache;
  health: Health;
  quota: Quota;
  flights: Flights<Kept>;
  lookUp: LookUp;
  liveRealm: Realm;
  queueWaitMs: number;
  now: () => number;
}

/** One call on its way to the bank: resolved, let in, not in the cache. */
interface Call {
  requestId: string;
  provider: Provider;
  target: Target;
  realm: Realm;
  /** Null for the operator, who has no account and is not charged. */
  entry: Entry | null;
  signal: AbortSignal | undefined;
}

/** A receipt, and whether this call's own lookup fetched it: everybody else is served as cached. */
interface Obtained {
  kept: Kept;
  fetched: boolean;
}

/** The operator waits behind paying callers. */
const operatorPriority = 2;

export function createVerify(deps: VerifyDeps) {
  return async (request: VerifyRequest, caller: Caller, options: CallOptions = {}): Promise<Verification> => {
    const requestId = options.requestId ?? randomUUID();
    const resolved = resolve(deps.providers, request, new Date(deps.now()));
    try {
      return await admitted(deps, request, caller, resolved, requestId, options);
    } catch (error) {
      if (error instanceof Withdrawn) throw new Failure('bank_busy', { ...known(resolved), requestId });
      throw error instanceof Failure ? error.with({ ...known(resolved), requestId }) : error;
    }
  };
}

/** Let in and looked up in the cache in one round trip; only then told what is wrong with the reference. */
async function admitted(
  deps: VerifyDeps,
  request: VerifyRequest,
  caller: Caller,
  resolved: Resolved,
  requestId: string,
  options: CallOptions,
): Promise<Verification> {
  const realm =
    caller.kind === 'key' ? realmOf(caller.key, deps.liveRealm) : (caller.realm ?? deps.liveRealm);
  const target = resolved.kind === 'target' ? resolved.target : null;

  let entry: Entry | null = null;
  if (caller.kind === 'key') {
    const name = target && deps.cache.nameOf(realm, target);
    const entered = await deps.gate.enter(caller.key, name, options.onAdmission);
    entry = entered.entry;
    if (target && entered.found) {
      const { kept, history } = deps.cache.open(entered.found);
      return answer(deps, request, { target, realm, kept, history, requestId: null });
    }
  }
  if (target === null) throw unresolved(resolved);
  const { signal } = options;
  const call = { requestId, provider: providerOf(deps, target), target, realm, entry, signal };
  return await uncached(deps, request, call);
}

function providerOf({ providers }: VerifyDeps, target: Target): Provider {
  const provider = providers.find(({ key }) => key === target.provider);
  if (!provider) throw new TypeError(`resolved to ${target.provider}, which is not registered`);
  return provider;
}

async function uncached(deps: VerifyDeps, request: VerifyRequest, call: Call): Promise<Verification> {
  const { target, realm, entry } = call;
  const { kept, fetched } = await obtain(deps, call);
  const history = entry && (await deps.cache.show(realm, target, kept, entry.account, entry.label));
  return answer(deps, request, { target, realm, kept, history, requestId: fetched ? call.requestId : null });
}

async function obtain(deps: VerifyDeps, call: Call): Promise<Obtained> {
  const kept = call.entry === null ? await deps.cache.read(call.realm, call.target) : null;
  if (kept) return { kept, fetched: false };
  refuseDown(deps.health, call.realm, call.target.provider);
  for (;;) {
    const flight = deps.flights.join(flightOf(deps, call));
    if (!flight) return await lead(deps, call);
    try {
      return { kept: await flight, fetched: false };
    } catch (error) {
      // The leader's caller left the line before the bank was asked: somebody else has to lead.
      if (!(error instanceof Withdrawn)) throw error;
    }
  }
}

async function lead(deps: VerifyDeps, call: Call): Promise<Obtained> {
  const { entry } = call;
  if (entry === null) {
    const kept = await deps.flights.lead(flightOf(deps, call), () =>
      fetchAndKeep(deps, call, operatorPriority),
    );
    return { kept, fetched: true };
  }
  const terms = await deps.quota.terms(entry.account);
  const place = await hold(deps, call, entry, terms);
  const meanwhile = await obtainedMeanwhile(deps, call);
  if (meanwhile) {
    await place.release();
    return meanwhile;
  }
  if ('refused' in place) throw place.refused;
  const charged = () => fetchAndCharge(deps, call, { entry, terms, place });
  return { kept: await deps.flights.lead(flightOf(deps, call), charged), fetched: true };
}

type Held = Place | { refused: Failure; release(): Promise<void> };

/** A call that finds the cap spent is still served when its receipt has arrived while it waited. */
async function hold(deps: VerifyDeps, call: Call, entry: Entry, terms: AccountTerms): Promise<Held> {
  const wait = { ms: deps.queueWaitMs, ...(call.signal && { signal: call.signal }) };
  try {
    return await deps.quota.hold(entry, terms, call.requestId, wait);
  } catch (error) {
    if (error instanceof Failure && error.failure === 'quota_exceeded') {
      return { refused: error, release: async () => undefined };
    }
    throw error;
  }
}

/** While this call waited for its place, another may have begun or finished the same lookup. */
async function obtainedMeanwhile(deps: VerifyDeps, call: Call): Promise<Obtained | null> {
  const kept =
    (await deps.flights.join(flightOf(deps, call))) ?? (await deps.cache.read(call.realm, call.target));
  return kept && { kept, fetched: false };
}

/** A failed lookup gives its place back; a fetched receipt turns it into a count. */
async function fetchAndCharge(
  deps: VerifyDeps,
  call: Call,
  { entry, terms, place }: { entry: Entry; terms: AccountTerms; place: Place },
): Promise<Kept> {
  const { requestId, target, realm } = call;
  const startedAt = deps.now();
  try {
    const kept = await fetchAndKeep(deps, call, plans[terms.plan].priority);
    await place.settle({
      requestId,
      prefix: entry.prefix,
      provider: target.provider,
      realm,
      egress: kept.egressSource,
      ms: deps.now() - startedAt,
    });
    return kept;
  } catch (error) {
    // Where this fails too, the place expires with its lease.
    await place.release().catch(() => undefined);
    throw error;
  }
}

/** The receipt is kept before anything else happens to it: what a bank has served is never lost. */
async function fetchAndKeep(deps: VerifyDeps, call: Call, priority: number): Promise<Kept> {
  const { provider, target, realm, signal } = call;
  const settled = await deps.lookUp({ provider, target, realm, priority, signal });
  await deps.cache.keep(realm, target, settled);
  return settled;
}

function flightOf(deps: VerifyDeps, { realm, target }: Call): string {
  return deps.cache.nameOf(realm, target);
}

interface Shown {
  target: Target;
  realm: Realm;
  kept: Kept;
  history: History | null;
  /** Null when the receipt was not fetched by this call. */
  requestId: string | null;
}

function answer(
  { now }: VerifyDeps,
  { expect }: VerifyRequest,
  { target, realm, kept, history, requestId }: Shown,
): Verification {
  return {
    ok: true,
    verdict: 'verified',
    processingStatus: 'completed',
    requestId,
    providerKey: target.provider,
    reference: target.reference,
    resolvedUrl: target.url,
    httpStatus: kept.httpStatus,
    fetchedAt: kept.fetchedAt,
    cached: requestId === null,
    livemode: realm === 'live',
    receipt: kept.receipt,
    payment: kept.payment,
    ...(expect && { checks: check(kept, expect, now()) }),
    ...(history && { history }),
    rawHtmlLength: kept.rawHtmlLength,
    egressSource: kept.egressSource,
    error: null,
  };
}

/** The failure that a request without a target ends in (INTERFACE.md section 4, Errors). */
export function unresolved(resolved: Resolved): Failure {
  switch (resolved.kind) {
    case 'needs':
      return new Failure(`needs_${resolved.needs[0] ?? 'link'}`, { needs: resolved.needs });
    case 'ambiguous':
      return new Failure('ambiguous', { candidates: resolved.candidates });
    case 'invalid': {
      const { path, message } = resolved;
      return new Failure('invalid_request', { issues: [{ path, code: 'custom', message }] });
    }
    case 'unsupported':
      return new Failure(`unsupported_${resolved.by}`, { message: resolved.message });
    case 'target':
      throw new TypeError('a target is not a failure');
  }
}

/** What is known of a request however it ends. */
function known(resolved: Resolved): { providerKey?: string | undefined; reference?: string | undefined } {
  switch (resolved.kind) {
    case 'target':
      return { providerKey: resolved.target.provider, reference: resolved.target.reference };
    case 'needs':
      return { providerKey: resolved.provider, reference: resolved.reference };
    case 'ambiguous':
      return { reference: resolved.reference };
    case 'unsupported':
      return { providerKey: resolved.provider };
    case 'invalid':
      return {};
  }
}
