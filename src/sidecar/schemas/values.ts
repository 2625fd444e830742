/** Values that several schemas name. */
import * as z from 'zod';
import { failureKinds } from '../../engine/api/errors.js';

/** The keys of this deployment's banks are filled in by `plugins/openapi.ts`. */
export const providerKey = z.string().meta({ id: 'ProviderKey', description: 'Key of a bank or wallet' });
/** The layouts of this deployment's banks are filled in by `plugins/openapi.ts`. */
export const source = z.string().meta({ id: 'ReceiptSource', description: 'The layout of a receipt' });

/** What a bank needs with a reference. */
export const need = z.enum(['account', 'phone', 'link']);

const valuesOf = (member: 'code' | 'reason') => [
  ...new Set(Object.values(failureKinds).flatMap((kind) => kind[member] ?? [])),
];
export const errorCodes = z
  .enum(valuesOf('code'))
  .meta({ id: 'ErrorCode', description: 'Machine-readable code of an error' });
export const errorReasons = z
  .enum(valuesOf('reason'))
  .meta({ id: 'ErrorReason', description: 'Machine-readable reason of an error without a code' });

export const moment = z.string().describe('ISO 8601');

/** Printable ASCII only, so the value is stored and compared unchanged. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x20-\x7e]{1,256}$/, 'must be 1 to 256 printable ASCII characters');

export const textMember = { type: 'string' };
/** Exactly one of these members, in JSON Schema: generated clients then reject requests with none or several. */
export function oneOf(members: Readonly<Record<string, object>>) {
  const names = Object.keys(members);
  const others = Object.fromEntries(names.map((name) => [name, false]));
  const choices = names.map((name) => ({
    type: 'object',
    required: [name],
    properties: { ...others, [name]: members[name] },
  }));
  return { oneOf: choices };
}
