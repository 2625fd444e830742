/** Requests and responses of the records of verified receipts. */
import * as z from 'zod';
import { verificationExample } from '../../engine/api/example.js';
import { checks, payment } from './responses.js';
import { moment, providerKey } from './values.js';

const when = z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
  error: 'must be a day such as 2026-11-20, or a moment with its offset such as 2026-11-20T10:30:00+03:00',
});

/**
 * Strict: a misspelt filter would list everything.
 * @param providerKeys banks of this deployment
 */
export const recordsQuery = (providerKeys: readonly string[]) =>
  z.strictObject({
    from: when
      .optional()
      .describe(
        'Earliest `verifiedAt`: a moment, ISO 8601 with its offset, or a day in the time zone of the service',
      ),
    to: when
      .optional()
      .describe('End of the range: a moment, itself not included, or a day, itself included'),
    provider: z.enum(providerKeys).optional(),
    verdict: z.literal('verified').optional().describe('Records have no other verdict'),
    reference: z
      .string()
      .regex(/^[\x21-\x7e]{1,128}$/, 'must be a whole reference')
      .optional()
      .describe('A whole reference: the number that the bank prints, or the one that was sent'),
    after: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('`next` of the previous page, or the id of the last record seen'),
  });

const record = z
  .object({
    id: z.string(),
    verdict: z.literal('verified'),
    providerKey,
    reference: z.string().describe('The number that the bank prints'),
    verifiedAt: moment.describe('When it was first verified for the account'),
    livemode: z.boolean(),
    payment,
    checks: checks.optional().describe('Those of the last response that had any'),
    history: z.object({
      seenBefore: z.boolean(),
      times: z.number().int().min(1),
      firstAt: moment,
      firstBy: z.string(),
    }),
  })
  .meta({
    id: 'VerificationRecord',
    description: 'A receipt that the account has verified; listed once, however often it was verified',
  });

const { payment: paid, providerKey: bank } = verificationExample as unknown as {
  payment: { reference: string };
  providerKey: string;
};

export const recordList = z
  .object({
    ok: z.literal(true),
    verifications: z.array(record),
    more: z.boolean().describe('There is a next page'),
    next: z.string().nullable().describe('`after` of the next page; null on the last page'),
  })
  .meta({
    id: 'VerificationRecordList',
    examples: [
      {
        ok: true,
        verifications: [
          {
            id: 'ver_1763623801000',
            verdict: 'verified',
            providerKey: bank,
            reference: paid.reference,
            verifiedAt: '2026-11-20T07:30:01.000Z',
            livemode: false,
            payment: paid,
            history: { seenBefore: false, times: 1, firstAt: '2026-11-20T07:30:01.000Z', firstBy: 'Till 1' },
          },
        ],
        more: false,
        next: null,
      },
    ],
  });
