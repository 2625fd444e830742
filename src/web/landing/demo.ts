/** The demo behind the form: the same engine, the same limits per address as POST /api/demo-verify. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type DemoAllowance,
  type Detection,
  type Engine,
  Failure,
  type ImageVerification,
  type Verification,
} from '../../engine/index.js';
import { besides, type DemoForm, requestOf } from './form.js';

/** What came of asking. `answer` is what the endpoint for programs would have said. */
export type Outcome =
  | { kind: 'verified'; verification: Verification; detections: readonly Detection[]; answer: unknown }
  | { kind: 'failed'; failure: Failure };

/** Pictures in memory at one time, 5 MiB each: one more sender is asked to come again. */
const picturesMax = 16;
const comeAgainSeconds = 5;

export interface Demo {
  /** @throws whatever is no `Failure` */
  run(form: DemoForm, request: FastifyRequest, reply: FastifyReply): Promise<Outcome>;
  /** Null where the store cannot be asked. */
  allowance(request: FastifyRequest): Promise<DemoAllowance | null>;
}

export function createDemo(engine: Engine): Demo {
  let pictures = 0;

  async function verifyPicture(
    form: DemoForm,
    read: () => Promise<Uint8Array>,
    ...call: Call
  ): Promise<ImageVerification> {
    if (pictures >= picturesMax) throw new Failure('unavailable', { retryAfterSeconds: comeAgainSeconds });
    pictures += 1;
    try {
      const text = form.asked.text.trim() || undefined;
      const hints = besides(form.asked);
      return await engine.verifyImage(async () => ({ ...hints, text, pictures: [await read()] }), ...call);
    } finally {
      pictures -= 1;
    }
  }

  return {
    async run(form, request, reply) {
      const caller = { kind: 'demo', address: request.ip } as const;
      const options = { requestId: request.id, signal: goneSignal(reply) };
      try {
        if (form.picture) {
          const answer = await verifyPicture(form, form.picture, caller, options);
          const { detections, upstream } = answer;
          return { kind: 'verified', verification: upstream.result, detections, answer };
        }
        const answer = await engine.verify(requestOf(form.asked), caller, options);
        return { kind: 'verified', verification: answer, detections: [], answer };
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        return { kind: 'failed', failure: error };
      }
    },

    async allowance(request) {
      return await engine.demoAllowance(request.ip).catch(() => null);
    },
  };
}

type Call = [caller: { kind: 'demo'; address: string }, options: { requestId: string; signal: AbortSignal }];

/** Aborts when the reader goes away before the answer is written. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed) controller.abort();
  else raw.once('close', () => raw.writableFinished || controller.abort());
  return controller.signal;
}
