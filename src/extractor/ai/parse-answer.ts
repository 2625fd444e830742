/** What the AI model is asked to answer, and the reading of what it did answer: hostile input. */
import { z } from 'zod';
import { ExtractorFailed } from '../types.js';

export const detectionsMax = 10;

/** One receipt, or one picture of one, as the model sees it. Hints, every part of it. */
const detection = z.object({
  bank: z.string().nullable(),
  reference: z.string().nullable(),
  link: z.string().nullable(),
  /** Digits of an account that stands in the picture in full. */
  account: z.string().nullable(),
  /** Neither used nor shown: what was paid is for the bank to say. */
  amount: z.string().nullable(),
  confidence: z.number(),
});

export type Detection = z.infer<typeof detection>;

const answer = z.object({ detections: z.array(detection).max(detectionsMax) });

/** The same, with the bank as one of the keys there are: what an endpoint that knows schemas keeps its model to. */
export function answerSchema(bankKeys: readonly string[]) {
  const ofTheseBanks = detection.extend({ bank: z.enum(bankKeys).nullable() });
  return z.object({ detections: z.array(ofTheseBanks).max(detectionsMax) });
}

const completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
});

const usage = z.object({
  usage: z.object({
    prompt_tokens: z.number().int().min(0),
    completion_tokens: z.number().int().min(0),
  }),
});

/** What an answer has cost, whatever it says; nothing where the endpoint does not count. */
export function tokensOf(response: unknown): { promptTokens: number; completionTokens: number } {
  const { data } = usage.safeParse(response);
  return {
    promptTokens: data?.usage.prompt_tokens ?? 0,
    completionTokens: data?.usage.completion_tokens ?? 0,
  };
}

/**
 * The detections of a chat completion.
 * @throws ExtractorFailed `refused` when the model would not look, `bad_answer` when it was cut short or says anything else
 */
export function readAnswer(response: unknown): Detection[] {
  const choice = completion.safeParse(response).data?.choices[0];
  if (!choice) throw new ExtractorFailed('bad_answer');
  const { finish_reason: finish, message } = choice;
  if (message.refusal || finish === 'content_filter') throw new ExtractorFailed('refused');
  if (finish === 'length') throw new ExtractorFailed('bad_answer');
  const { data } = answer.safeParse(jsonIn(message.content ?? ''));
  if (!data) throw new ExtractorFailed('bad_answer');
  return data.detections;
}

/** Models that are not held to a schema like to put a fence or a friendly word around their JSON. */
function jsonIn(content: string): unknown {
  try {
    return JSON.parse(content.slice(content.indexOf('{'), content.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}
