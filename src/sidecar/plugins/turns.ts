/**
 * Chooses the next request when more arrive than one turn of the event loop should start. Otherwise requests run in order of
 * arrival, and a caller with one request waits for hundreds that another caller sent before.
 */
import type { FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { addressGroup } from '../../engine/index.js';
import type { App } from '../types.js';

/** Requests started per turn of the event loop: calls with a key, and pages and other requests without one, which take longer. */
const keyedPerTurn = 4;
const othersPerTurn = 1;

type Start = HookHandlerDoneFunction;

/** Waiting requests by IP address: addresses take turns, the requests of each stay in order. */
class Waiting {
  readonly #byAddress = new Map<string, Start[]>();

  get addresses(): number {
    return this.#byAddress.size;
  }

  add(address: string, start: Start): void {
    const own = this.#byAddress.get(address);
    if (own) own.push(start);
    else this.#byAddress.set(address, [start]);
  }

  /** Takes the first request of the address whose turn it is. */
  next(): Start | undefined {
    const [first] = this.#byAddress;
    if (!first) return undefined;
    const [address, own] = first;
    const start = own.shift();
    this.#byAddress.delete(address);
    if (own.length > 0) this.#byAddress.set(address, own);
    return start;
  }
}

/** Addresses take turns, calls with a key go first. A lone caller does not wait. */
export function scheduleFairly(app: App): void {
  const keyed = new Waiting();
  const others = new Waiting();
  let started = 0;
  let isTurnDue = false;

  app.addHook('onRequest', (request, _reply, done) => {
    if (!isTurnDue) {
      isTurnDue = true;
      setImmediate(turn);
    }
    started += 1;
    const isKeyed = hasKey(request);
    const perTurn = isKeyed ? keyedPerTurn : othersPerTurn;
    if (started <= perTurn && keyed.addresses + others.addresses === 0) return done();
    (isKeyed ? keyed : others).add(addressGroup(request.ip), done);
  });

  function turn(): void {
    started = 0;
    // With a single address there is no one to be fair to, and fewer turns are faster.
    const isAlone = keyed.addresses + others.addresses === 1;
    startUpTo(isAlone ? Number.POSITIVE_INFINITY : keyedPerTurn, keyed);
    startUpTo(isAlone ? Number.POSITIVE_INFINITY : othersPerTurn, others);
    isTurnDue = keyed.addresses + others.addresses > 0;
    if (isTurnDue) setImmediate(turn);
  }
}

function startUpTo(countMax: number, waiting: Waiting): void {
  for (let count = 0; count < countMax; count += 1) {
    const next = waiting.next();
    if (!next) return;
    next();
  }
}

function hasKey(request: FastifyRequest): boolean {
  return request.headers['x-api-key'] !== undefined || request.headers.authorization !== undefined;
}
