/** One verification, top to bottom (DESIGN.md section 2). */
import { randomUUID } from 'node:crypto';
import type { Realm } from '../egress/types.js';
import { type Resolved, resolve } from '../providers/resolve.js';
import type { Provider, Target } from '../providers/types.js';
import type { Shown } from './answer.js';
import { type Entry, type Gate, realmOf } from './auth.js';
import type { Cache } from './cache.js';
import type { Call } from './call.js';
import { Failure, Withdrawn } from './errors.js';
import type { Obtain, Obtained } from './obtain.js';
import type { Caller, CallOptions, VerifyRequest } from './types.js';

export interface VerifyDeps {
  providers: readonly Provider[];
  gate: Gate;
  cache: Cache;
  obtain: Obtain;
  newCall: () => string;
  liveRealm: Realm;
  queueWaitMs: number;
  now: () => number;
}

/** The receipt to be shown to the caller; how it is written is `answer.ts`. @throws Failure */
export type Verify = (request: VerifyRequest, caller: Caller, options?: CallOptions) => Promise<Shown>;

export function createVerify(deps: VerifyDeps): Verify {
  return async (request, caller, options = {}) => {
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
): Promise<Shown> {
  const realm =
    caller.kind === 'key' ? realmOf(caller.key, deps.liveRealm) : (caller.realm ?? deps.liveRealm);
  const target = resolved.kind === 'target' ? resolved.target : null;

  let entry: Entry | null = null;
  if (caller.kind === 'key') {
    const name = target && deps.cache.nameOf(realm, target);
    const entered = await deps.gate.enter(caller.key, name, options.onAdmission);
    entry = entered.entry;
    if (target && entered.found) {
      const { body, history } = entered.found;
      return { target, realm, body, history, requestId: null, expect: request.expect, now: deps.now() };
    }
  }
  if (target === null) throw unresolved(resolved);
  return await uncached(deps, request, {
    id: deps.newCall(),
    requestId,
    provider: providerOf(deps, target),
    target,
    realm,
    entry,
    deadline: deps.now() + deps.queueWaitMs,
    signal: options.signal,
  });
}

function providerOf({ providers }: VerifyDeps, target: Target): Provider {
  const provider = providers.find(({ key }) => key === target.provider);
  if (!provider) throw new TypeError(`resolved to ${target.provider}, which is not registered`);
  return provider;
}

async function uncached(deps: VerifyDeps, request: VerifyRequest, call: Call): Promise<Shown> {
  const { target, realm, entry } = call;
  const { kept, fetched } = await keptOrObtained(deps, call);
  const history = entry && (await deps.cache.show(realm, target, kept, entry.account, entry.label));
  const requestId = fetched ? call.requestId : null;
  const body = JSON.stringify(kept);
  return { target, realm, body, history, requestId, expect: request.expect, now: deps.now() };
}

/** A key's call has looked in the cache on its way in; the operator's has not. */
async function keptOrObtained(deps: VerifyDeps, call: Call): Promise<Obtained> {
  const kept = call.entry === null ? await deps.cache.read(call.realm, call.target) : null;
  return kept ? { kept, fetched: false } : await deps.obtain(call);
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
