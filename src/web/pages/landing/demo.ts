/** Runs the demo form with the same engine and per-address limits as POST /api/demo-verify. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Detection,
  type Engine,
  Failure,
  type ImageCaller,
  type Verification,
} from '../../../engine/index.js';
import type { PageTools } from '../../../http/pages.js';
import { otherFields, requestOf, type SentForm } from './form.js';

/** Result of a demo verification. `answer` is the body the API endpoint would return. */
export type DemoOutcome =
  | { kind: 'verified'; verification: Verification; detections: readonly Detection[]; answer: unknown }
  | { kind: 'failed'; failure: Failure };

/** @throws errors other than `Failure` */
export async function runDemo(
  engine: Engine,
  { input, picture }: SentForm,
  request: FastifyRequest,
  reply: FastifyReply,
  tools: PageTools,
): Promise<DemoOutcome> {
  const caller = { kind: 'demo', address: request.ip } as const;
  const options = { requestId: request.id, signal: tools.goneSignal(reply) };
  try {
    if (!picture) {
      const answer = await engine.verify(requestOf(input), caller, options);
      return { kind: 'verified', verification: answer, detections: [], answer };
    }
    const rest = { ...otherFields(input), text: input.text.trim() || undefined };
    const answer = await tools.withPicture(picture, request, reply, ({ read, onPrepared }) => {
      const body = async (caller: ImageCaller) => ({ ...rest, pictures: [await read(caller)] });
      return engine.verifyImage(body, caller, { ...options, onPrepared });
    });
    const { detections, upstream } = answer;
    return { kind: 'verified', verification: upstream.result, detections, answer };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: 'failed', failure: error };
  }
}
