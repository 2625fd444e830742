/** Requests and responses of an account's receiving accounts. */
import * as z from 'zod';

export const receivingAccountBody = z
  .strictObject({
    provider: z
      .string()
      .min(1)
      .max(200)
      .describe('The bank that holds the account: its key, or its name as receipts print it'),
    account: z
      .string()
      .min(1)
      .max(64)
      .describe('The whole number, 5 to 34 letters and digits; spaces and dashes are ignored'),
    name: z
      .string()
      .min(1)
      .max(200)
      .nullable()
      .optional()
      .describe(
        'Name of its holder as the bank prints it. Receipts that print no account number are recognised by this name',
      ),
  })
  .meta({ examples: [{ provider: 'cbe', account: '1000123456789', name: 'Selam Test Tesfaye' }] });

export const receivingAccountParams = z.object({ id: z.string() });

const members = {
  id: z.string(),
  provider: z.string().describe('Key of the bank, or its name if it is not a supported bank'),
  lastFour: z.string().describe('The last four characters of the number; the rest is not shown again'),
  name: z.string().nullable(),
};

const ok = z.literal(true);

export const receivingAccount = z
  .object({ ok, ...members })
  .meta({ id: 'ReceivingAccount', description: 'A bank account or wallet that customers pay to' });

export const receivingAccountList = z.object({ ok, accounts: z.array(z.object(members)) });
