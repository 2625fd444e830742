/** Request schemas: the only place where requests are validated, typed and documented. */
import * as z from 'zod';
import { batchItemsMax } from '../../engine/api/bulk/batches.js';
import { idempotencyKey, oneOf, textMember } from './values.js';

const hint = (description: string) => z.string().min(1).max(64).optional().describe(description);

/** Accepts thousands commas and blanks; rejects more than two decimals. */
const amountText = z
  .string()
  .trim()
  .max(40)
  .regex(/^\d[\d,\s]*(?:\.\d{1,2})?$/, 'must be an amount in birr, such as 5,000.00');
/** An amount in birr: a number or text. */
export const birrAmount = z.union([z.number().min(0).max(1e12), amountText]);

/** Names misspelled members in the message, if they look like names; arbitrary text is not echoed. */
function unknownExpected({ code, keys }: { code: string; keys?: unknown }): string | undefined {
  if (code !== 'unrecognized_keys' || !Array.isArray(keys)) return undefined;
  const shown = keys.filter((key) => /^\w{1,32}$/.test(key)).slice(0, 5);
  return shown.length > 0
    ? `Unknown members of an expectation: ${shown.join(', ')}`
    : 'Unknown members of an expectation';
}

const nothingExpected = 'Expect at least one of amount, account, name, bank, maxAgeHours and notBefore.';

/** Rejects unknown members and empty expectations: a caller must not believe that a check was made. */
const expectationOf = (providerKeys: readonly string[]) =>
  z
    .strictObject(
      {
        amount: birrAmount.optional().describe('Expected amount in birr, a number or a decimal string'),
        tolerance: birrAmount.optional().describe('How far the amount may be off, in birr; 0 when absent'),
        account: hint(
          "Expected account of the receiver, at `bank` or, without it, at the receipt's own bank; masked accounts are compared by their visible digits",
        ),
        name: z
          .string()
          .min(1)
          .max(200)
          .optional()
          .describe('Expected name of the receiver: all its words as the bank prints them, in any order'),
        bank: z
          .enum(providerKeys)
          .optional()
          .describe('Provider key of the bank expected to receive the money'),
        maxAgeHours: z
          .number()
          .min(0)
          .max(1e6)
          .optional()
          .describe('Greatest age of a payment that is still accepted, in hours'),
        notBefore: z.iso
          .datetime({ offset: true })
          .optional()
          .describe('Earliest time of payment still accepted, ISO 8601 with its offset'),
      },
      { error: unknownExpected },
    )
    .refine(({ tolerance: _, ...rest }) => Object.values(rest).some((value) => value !== undefined), {
      message: nothingExpected,
    })
    .describe('Optional checks, at least one besides `tolerance`; a failed check never changes the verdict');

/** Accepts any number, JSON's 1e999 too. Not a transforming schema: that would lose the examples of the body. */
const waitMs = z
  .custom<number>((value) => typeof value === 'number', 'must be a number')
  .meta({
    type: 'number',
    description:
      'Wait at most this many milliseconds before a 202, clamped to 0…30000; absent: fully synchronous',
  })
  .optional();

const webhookUrl = (isAllowed: (url: string) => boolean) =>
  z
    .string()
    .min(1)
    .max(2048)
    .refine(isAllowed, 'must be a public https address')
    .optional()
    .describe(
      'With `waitMs`: after a 202 the result is also sent to this address, as the webhook `verification.completed`, signed with the secret of `GET /api/webhook-secret`',
    );

const notOfItems = z
  .unknown()
  .refine(
    (value) => value === undefined,
    'is not allowed for items: when the batch is complete, the webhook batch.completed is sent',
  )
  .optional()
  .meta({ not: {}, description: 'Not allowed for items' });

function refuseSameIds(items: readonly { id?: string | undefined }[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, { id }] of items.entries()) {
    if (id !== undefined && seen.has(id)) {
      context.addIssue({ code: 'custom', path: [index, 'id'], message: 'another item has this id' });
    }
    if (id !== undefined) seen.add(id);
  }
}

const onlyWithWaitMs = 'only a call with waitMs can be answered later';

function mayUseWebhook(body: { waitMs?: unknown; webhookUrl?: unknown }): boolean {
  return body.webhookUrl === undefined || body.waitMs !== undefined;
}

export const eitherPicture = 'Send imageBase64, or images with one to five pictures.';

export function hasPictures(body: { imageBase64?: unknown; images?: unknown }): boolean {
  return (body.imageBase64 === undefined) !== (body.images === undefined);
}

export const oneOfThree = 'Send exactly one of url, reference and text.';

const oneOfThreeSchema = oneOf({ url: textMember, reference: textMember, text: textMember });

export function exactlyOne(body: { url?: unknown; reference?: unknown; text?: unknown }): boolean {
  return [body.url, body.reference, body.text].filter((value) => value !== undefined).length === 1;
}

/** Members that identify a receipt, and hints for the bank. */
const membersOf = (providerKeys: readonly string[]) => ({
  url: z.string().min(1).max(2048).optional().describe('A receipt link'),
  reference: z.string().min(1).max(128).optional().describe('A bare reference'),
  text: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .describe('Pasted text, for example an SMS; the first receipt link or reference in it is used'),
  provider: z.enum(providerKeys).optional().describe('Resolves an ambiguous reference'),
  account: hint('Account number or its last digits, where the bank needs it with the reference'),
  phone: hint("The payer's phone number, where the bank needs it with the reference"),
});

const batchOf = (providerKeys: readonly string[]) =>
  z
    .object({
      items: z
        .array(
          z
            .object({
              id: z.string().min(1).max(64).optional().describe('Your own id; unique in the batch'),
              ...membersOf(providerKeys),
              expect: expectationOf(providerKeys).optional(),
              webhookUrl: notOfItems,
            })
            .refine(exactlyOne, oneOfThree)
            .meta({ ...oneOfThreeSchema, description: `One receipt. ${oneOfThree}` }),
        )
        .min(1)
        .max(batchItemsMax)
        .superRefine(refuseSameIds),
    })
    .meta({
      description: 'Receipts to verify',
      examples: [
        {
          items: [
            { id: 'order 17', reference: 'DKK4A1B2C3', expect: { amount: '22,467.88' } },
            { id: 'order 18', reference: 'DKK4A1GONE' },
          ],
        },
      ],
    });

/**
 * @param providerKeys banks of this deployment; any other `provider` is rejected
 * @param isAllowed whether webhooks may be sent to an address
 */
export function requestSchemas(providerKeys: readonly string[], isAllowed: (url: string) => boolean) {
  const expectation = expectationOf(providerKeys);
  const members = membersOf(providerKeys);
  const { provider, account, phone } = members;
  const withPictures = {
    text: z.string().max(4096).optional().describe('Text sent with the pictures, for example a caption'),
    provider,
    account,
    phone,
    expect: expectation.optional(),
  };
  const imageBase64 = z
    .string()
    .describe('JPEG, PNG, WebP or PDF in base64, plain or as a data: URL; up to 5 MiB');
  const images = z.array(z.object({ imageBase64 })).min(1).max(5).describe('Several pictures of one receipt');
  const asked = {
    ...oneOfThreeSchema,
    description: `What to look up. ${oneOfThree}`,
    examples: [{ reference: 'DKK4A1B2C3' }],
  };
  return {
    verify: z
      .object({ ...members, waitMs, webhookUrl: webhookUrl(isAllowed), expect: expectation.optional() })
      .refine(exactlyOne, oneOfThree)
      .refine(mayUseWebhook, { path: ['webhookUrl'], message: onlyWithWaitMs })
      .meta({
        ...asked,
        examples: [{ reference: 'DKK4A1B2C3', expect: { amount: '22,467.88', tolerance: 1 } }],
      }),
    batch: batchOf(providerKeys),
    /** The demo: always synchronous. */
    demo: z
      .object({ ...members, expect: expectation.optional() })
      .refine(exactlyOne, oneOfThree)
      .meta(asked),
    image: z
      .object({
        imageBase64: imageBase64.optional(),
        images: images.optional(),
        ...withPictures,
      })
      .refine(hasPictures, eitherPicture)
      .meta({
        ...oneOf({ imageBase64: textMember, images: { type: 'array', items: {} } }),
        description: `Pictures of one receipt. ${eitherPicture}`,
      }),
    /** Text fields of a form. */
    imageFields: z.object(withPictures),
    /** A form as documented. */
    imageForm: z.object({
      files: z
        .array(z.string().meta({ format: 'binary' }))
        .min(1)
        .max(5)
        .describe('Field names do not matter'),
      ...withPictures,
    }),
    resolve: z.object(members).refine(exactlyOne, oneOfThree).meta(asked),
    /** A receipt handed in for a payment request, as documented; validated as `resolve` or `image`. */
    handedIn: z.object({ ...members, imageBase64: imageBase64.optional(), images: images.optional() }).meta({
      ...oneOf({
        ...{ url: textMember, reference: textMember, text: textMember, imageBase64: textMember },
        images: { type: 'array', items: {} },
      }),
      description: `A receipt: a link, reference, text or pictures. Send exactly one of url, reference, text, imageBase64 and images.`,
      examples: [{ reference: 'DKK4A1B2C3' }],
    }),
  };
}

export type RequestSchemas = ReturnType<typeof requestSchemas>;

export type ImageBody = z.output<RequestSchemas['image']>;

/** Headers besides the key. */
export const verifyHeaders = z.object({
  'idempotency-key': idempotencyKey
    .optional()
    .describe(
      'Repeated calls with the same key return the same verification; 1 to 256 printable ASCII characters',
    ),
});

export const requestParams = z.object({
  requestId: z.string().describe('The `requestId` of the 202'),
});

export const eventHeaders = z.object({
  'last-event-id': z
    .string()
    .optional()
    .describe('Accepted but ignored: the stream always starts with the current state'),
});

/** A receipt of a simulated bank. */
export const simulatedReceipt = z.object({
  provider: z.string().min(1).max(64).describe('Provider key'),
  reference: z.string().min(1).max(128).describe('Top-level reference of a verification'),
});

export const screenshotQuery = z.object({
  style: z
    .enum(['photo', 'sms'])
    .optional()
    .describe("`photo`: a photograph of the screen; `sms`: the bank's SMS; absent: a clean screenshot"),
});
