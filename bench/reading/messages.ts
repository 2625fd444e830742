/** Banks of which only messages and links are known (docs/providers/README.md#sms): their pictures show messages. */
import { twoDigits } from '../../src/sandbox/dates.js';
import { factsOf, seededInt } from '../../src/sandbox/fake-data.js';
import { grouped } from '../../src/sandbox/money.js';

export interface Message {
  provider: string;
  /** The part of the link that names the receipt. */
  reference: string;
  sender: string;
  text: string;
}

const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');

/** @param seed the same seed is the same message */
export const messageBanks: Readonly<Record<string, (seed: string) => Message>> = {
  berhan(seed) {
    const { payer, amount } = factsOf(seed);
    const [day, month] = dayOf(seed).map(twoDigits);
    const reference = `999${day}${month}2026${sixDigits(seed)}`;
    const text =
      `Dear ${payer.name.toUpperCase()}; A/C No. *********${payer.account.slice(-4)} has been debited ETB${grouped(amount)} on ` +
      `${day}-${month}-2026 Ref. APPMN${sixDigits(`${seed} ref`)}. Bal. ETB${grouped(seededInt(seed, 'balance', 900_000))}. ` +
      `Receipt: https://transactioninfo.berhanonline.et/ereceipt/${reference}.pdf Berhan Stress Free Banking!`;
    return { provider: 'berhan', reference, sender: 'BerhanBank', text };
  },
  ahadu(seed) {
    const { payer, receiver, amount } = factsOf(seed);
    const [day = 1, month = 1] = dayOf(seed);
    const date = `${twoDigits(day)}-${months[month - 1]}-26`;
    const reference = `${payer.account}/${date}/${sixDigits(seed).slice(2)}`;
    const text =
      `Dear ${payer.name.split(' ')[0]?.toUpperCase()},\nYou have made a transfer of ETB ${grouped(amount)}. Including Service charge and ` +
      `VAT (15%) from account number 008XXXXXX${payer.account.slice(-4)} to Telebirr of ${receiver.phone.slice(3)} with reference ` +
      `number w2b1${sixDigits(seed).padStart(16, '0')} on ${date}. \nYour Available Balance is ETB ${grouped(seededInt(seed, 'balance', 900_000))}. \n` +
      `https://receipt.ahadubank.com/digitalreceipt?es=${reference}`;
    return { provider: 'ahadu', reference, sender: 'AhaduBank', text };
  },
};

function dayOf(seed: string): [day: number, month: number] {
  return [1 + seededInt(seed, 'day', 28), 1 + seededInt(seed, 'month', 10)];
}

function sixDigits(seed: string): string {
  return String(seededInt(seed, 'number', 1e6)).padStart(6, '0');
}
