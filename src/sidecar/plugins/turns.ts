/**
 * Which request is begun next when more arrive than one turn of the event loop should begin. Without it they are handled in
 * the order in which they arrive, and a caller with one request waits for the hundreds that another one has sent before.
 */
import type { FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { addressGroup } from '../../engine/index.js';
import type { App } from '../types.js';

/** Requests that are begun as they arrive, in one turn of the event loop. */
const atOnce = 4;
/** Of what waits after that, so many are begun in a turn: calls with a key, and pages and whatever else has none. */
const keyedPerTurn = 4;
const othersPerTurn = 2;

type Begin = HookHandlerDoneFunction;

/** What waits, by the address it came from: addresses take turns, each is served in its own order. */
class Waiting {
  readonly #byAddress = new Map<string, Begin[]>();

  get addresses(): number {
    return this.#byAddress.size;
  }

  add(address: string, begin: Begin): void {
    const own = this.#byAddress.get(address);
    if (own) own.push(begin);
    else this.#byAddress.set(address, [begin]);
  }

  /** Takes the first request of the address whose turn it is. */
  next(): Begin | undefined {
    const [first] = this.#byAddress;
    if (!first) return undefined;
    const [address, own] = first;
    const begin = own.shift();
    this.#byAddress.delete(address);
    if (own.length > 0) this.#byAddress.set(address, own);
    return begin;
  }
}

/** Lets addresses take turns, calls with a key before everything else. A caller that is alone does not wait. */
export function takeTurns(app: App): void {
  const keyed = new Waiting();
  const others = new Waiting();
  let begun = 0;
  let isTurnDue = false;

  app.addHook('onRequest', (request, _reply, done) => {
    if (!isTurnDue) {
      isTurnDue = true;
      setImmediate(turn);
    }
    begun += 1;
    if (begun <= atOnce && keyed.addresses + others.addresses === 0) return done();
    (hasKey(request) ? keyed : others).add(addressGroup(request.ip), done);
  });

  function turn(): void {
    begun = 0;
    // Where all are of one address nobody waits for another: fewer turns are faster.
    const isAlone = keyed.addresses + others.addresses === 1;
    begin(keyed, isAlone ? Number.POSITIVE_INFINITY : keyedPerTurn);
    begin(others, isAlone ? Number.POSITIVE_INFINITY : othersPerTurn);
    isTurnDue = keyed.addresses + others.addresses > 0;
    if (isTurnDue) setImmediate(turn);
  }
}

function begin(waiting: Waiting, most: number): void {
  for (let count = 0; count < most; count += 1) {
    const next = waiting.next();
    if (!next) return;
    next();
  }
}

function hasKey(request: FastifyRequest): boolean {
  return request.headers['x-api-key'] !== undefined;
}
