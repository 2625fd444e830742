/** A transfer at CBE: one FT number is one transfer, which both kinds of receipts show. */
import { type Day, dayOfOrdinal } from '../dates.js';
import { type Facts, factsOf, seededInt } from '../fake-data.js';
import { percent } from '../money.js';

export interface Transfer extends Facts, Day {
  /** The FT number. */
  number: string;
  /** Cents. Zero when a charge is waived. */
  serviceCharge: number;
  vat: number;
  disasterRecovery: number;
  total: number;
}

/** The 5 % for disaster recovery has been seen on receipts of 2026. */
const disasterRecoverySince = 2026;
/** Cents; some transfers are free. */
const serviceCharges = [0, 50, 53, 1_00, 2_00, 5_00, 10_00];

/** Null when the date inside the number does not exist. */
export function transferOf(number: string): Transfer | null {
  const day = dayOfOrdinal(number.slice(2, 7));
  if (!day) return null;
  const facts = factsOf(number);
  const serviceCharge = serviceCharges[seededInt(number, 'service charge', serviceCharges.length)] ?? 0;
  const vat = percent(serviceCharge, 15);
  const disasterRecovery = day.year >= disasterRecoverySince ? percent(serviceCharge, 5) : 0;
  const total = facts.amount + serviceCharge + vat + disasterRecovery;
  return { ...facts, ...day, number, serviceCharge, vat, disasterRecovery, total };
}
