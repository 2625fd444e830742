/** The schema of the model's answer, and the parser of that untrusted answer. */
import * as z from 'zod';
import { ExtractorFailed } from '../types.js';

export const detectionsMax = 10;

/** One receipt as the model sees it. All fields are hints. */
const detection = z.object({
  bank: z.string().nullable(),
  reference: z.string().nullable(),
  link: z.string().nullable(),
  /** An account number shown in full. */
  account: z.string().nullable(),
  /** Not used: only the bank's amount counts. */
  amount: z.string().nullable(),
  confidence: z.number(),
});

export type ModelDetection = z.infer<typeof detection>;

const answer = z.object({ detections: z.array(detection).max(detectionsMax) });

/** JSON schema for endpoints with structured output; the bank is one of the provider keys. */
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

/** Tokens of an answer; zero when the endpoint does not report them. */
export function tokensOf(response: unknown): { promptTokens: number; completionTokens: number } {
  const { data } = usage.safeParse(response);
  return {
    promptTokens: data?.usage.prompt_tokens ?? 0,
    completionTokens: data?.usage.completion_tokens ?? 0,
  };
}

/**
 * The detections of a chat completion.
 * @throws ExtractorFailed `refused` when the model refused, `bad_answer` when the answer is truncated or invalid
 */
export function readAnswer(response: unknown): ModelDetection[] {
  const choice = completion.safeParse(response).data?.choices[0];
  if (!choice) throw new ExtractorFailed('bad_answer');
  const { finish_reason: finish, message } = choice;
  if (message.refusal || finish === 'content_filter') throw new ExtractorFailed('refused');
  if (finish === 'length') throw new ExtractorFailed('bad_answer');
  const { data } = answer.safeParse(jsonIn(message.content ?? ''));
  if (!data) throw new ExtractorFailed('bad_answer');
  return data.detections;
}

/** Extracts the JSON: models without a schema often put a fence or text around it. */
function jsonIn(content: string): unknown {
  try {
    return JSON.parse(content.slice(content.indexOf('{'), content.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}
