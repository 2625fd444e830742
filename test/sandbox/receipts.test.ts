import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocumentReader } from '../../src/extractor/pdf/documents.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import { askBank, bankUrl } from '../support/ask-bank.js';
import { memorySandboxState } from '../support/sandbox-state.js';

const reader = createDocumentReader();
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ state: memorySandboxState(), routes: [{ name: 'main', kind: 'direct' }] });
});
afterAll(async () => {
  await sandbox.close();
  await reader.close();
});

function sample(path: string): string {
  return readFileSync(new URL(`../samples/${path}`, import.meta.url), 'utf8');
}

async function text(source: string, reference: string): Promise<string> {
  return (await askBank(sandbox, bankUrl[source]?.(reference) ?? '')).text;
}

async function lines(reference: string): Promise<readonly string[]> {
  const answer = await askBank(sandbox, bankUrl['cbe-pdf']?.(reference) ?? '');
  expect(answer.headers['content-type']).toBe('application/pdf');
  expect(answer.body.subarray(0, 5).toString()).toBe('%PDF-');
  return (await reader.pdfText(answer.body))?.lines ?? [];
}

/** Cents of a printed sum. */
function cents(printed: string | undefined): number {
  return Math.round(Number(printed?.replace(/[^\d.]/g, '')) * 100);
}

/** Forty references of one form. */
function many(before: string): string[] {
  return Array.from({ length: 40 }, (_, index) => `${before}${String(1000 + index)}`);
}

describe('telebirr', () => {
  const shape = (html: string) =>
    [...html.matchAll(/<(\/?(?:table|tr|td|label)\b[^>]*)>/g)].map((match) => match[1]).join('\n');
  const isToBank = (html: string) => html.includes('paid_reference_number');

  it('has the markup of the samples, cell by cell, for both kinds of payment', async () => {
    const pages = await Promise.all(many('DF7KS1').map((reference) => text('telebirr-html', reference)));
    const toWallet = pages.filter((page) => !isToBank(page));
    const toBank = pages.filter(isToBank);
    expect(toWallet.length).toBeGreaterThan(5);
    expect(toBank.length).toBeGreaterThan(5);
    for (const page of toWallet) expect(shape(page)).toBe(shape(sample('telebirr/page_send_money.html')));
    for (const page of toBank) expect(shape(page)).toBe(shape(sample('telebirr/page_wallet_to_bank.html')));
  });

  it('is a page of some 26 kB', async () => {
    const page = await text('telebirr-html', 'DF7KS1A1B2');
    expect(Buffer.byteLength(page)).toBeGreaterThan(22_000);
    expect(Buffer.byteLength(page)).toBeLessThan(30_000);
  });

  it('adds up, and bears the date inside its number', async () => {
    for (const reference of many('DF7KS1')) {
      const page = await text('telebirr-html', reference);
      const fee = (label: string) =>
        cents(new RegExp(`/${label} &nbsp;&nbsp;</td><td [^>]*>([^<]*)`).exec(page)?.[1]);
      const amount = cents(/([\d,.]+ Birr)<\/td><\/tr>\n<tr><td class="receipttableTd1"/.exec(page)?.[1]);
      expect(amount + fee('Service fee') + fee('Service fee VAT')).toBe(fee('Total Paid Amount'));
      expect(page).toMatch(/>07-06-2026 \d\d:\d\d:\d\d</);
    }
  });
});

describe('CBE as a PDF', () => {
  it('reads as printed lines with the labels of the samples and values beside them', async () => {
    const printed = await lines('FT26125CA1B2');
    const blocks = sample('cbe/pdf/text_labels_and_values_apart.txt').split('\n');
    const labels = blocks.filter((line) => /:$/.test(line));
    const payment = ['Payer', 'Receiver', 'Payment Date & Time', 'Reference No. (VAT Invoice No)'].concat(
      ['Reason / Type of service', 'Transferred Amount', 'Commission or Service Charge'],
      ['15% VAT on Commission', 'Total amount debited from customers account', 'Amount in Word'],
    );
    for (const label of [...labels, ...payment]) {
      expect(printed.filter((line) => line.startsWith(`${label} `))).not.toEqual([]);
    }
    expect(printed.filter((line) => /^Account 1\*{4}\d{4}$/.test(line))).toHaveLength(2);
    expect(printed).toContain('Reference No. (VAT Invoice No) FT26125CA1B2');
    expect(printed).toContain('Payment / Transaction Information');
    expect(printed.find((line) => line.startsWith('Payment Date'))).toMatch(
      /^Payment Date & Time 5\/5\/2026, \d{1,2}:\d\d:\d\d [AP]M$/,
    );
  });

  it('has the lines of the older layout for a receipt of 2024', async () => {
    const printed = await lines('FT24237CA1B2');
    const labelsOf = (all: readonly string[]) =>
      all.filter((line) => line.trim() !== '').map((line) => line.split(':')[0]);
    expect(labelsOf(printed)).toEqual(labelsOf(sample('cbe/pdf/older_2024_layout.txt').split('\n')));
    expect(printed).toContain('Payment Date: Sat Aug 24 2024');
  });

  it('adds up, with and without the charge for disaster recovery', async () => {
    const years = ['FT25125C', 'FT26125C'];
    const seen = new Set<boolean>();
    for (const reference of years.flatMap((year) => many(year).slice(0, 12))) {
      const printed = await lines(reference);
      const sum = (label: string) =>
        cents(printed.find((line) => line.startsWith(label))?.slice(label.length) ?? '0');
      const parts = ['Transferred Amount', 'Commission or Service Charge', '15% VAT on Commission'];
      const total = [...parts, 'Disaster recovery 5%'].reduce((all, label) => all + sum(label), 0);
      expect(total).toBe(sum('Total amount debited from customers account'));
      seen.add(sum('Disaster recovery 5%') > 0);
    }
    expect(seen).toEqual(new Set([true, false]));
  });
});

describe('CBE as JSON', () => {
  const tokens = many('v2-hfHCxAAAAAAAAAAA');

  it('has all members of the sample, in its order and of its types', async () => {
    const types = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(types)
        : typeof value === 'object' && value !== null
          ? Object.entries(value).map(([key, member]) => [key, types(member)])
          : typeof value;
    const captured: unknown = JSON.parse(sample('cbe/mb-json/receipt.json'));
    const served: unknown = JSON.parse(await text('mb-json', tokens[0] ?? ''));
    expect(types(served)).toEqual(types(captured));
  });

  it('adds up, and its number bears the date of the transfer', async () => {
    for (const token of tokens) {
      const receipt = JSON.parse(await text('mb-json', token)) as Record<string, string> & {
        dateTimes: string[];
      };
      const parts = [receipt.amountCredited, receipt.serviceChargeValue, receipt.vatValue, receipt.drCharge];
      expect(parts.map(cents).reduce((all, part) => all + part)).toBe(cents(receipt.amountDebited));
      const [, year, day] = /^FT(\d\d)(\d{3})[A-Z0-9]{5}$/.exec(receipt.id ?? '') ?? [];
      const booked = new Date(Date.UTC(2000 + Number(year), 0, Number(day))).toISOString().slice(0, 10);
      expect(receipt.dateTimes[0]?.slice(0, 10)).toBe(booked);
    }
  });

  it('distinguishes tokens by case', async () => {
    const token = 'v2-hfHCxAAAAAAAAAAAa1b2';
    expect(await text('mb-json', token)).not.toBe(
      await text('mb-json', token.toUpperCase().replace('V', 'v')),
    );
  });

  it('is the same transfer as the PDF of the number it prints', async () => {
    const receipt = JSON.parse(await text('mb-json', tokens[0] ?? '')) as Record<string, string>;
    const printed = (await lines(receipt.id ?? '')).join('\n');
    expect(printed).toContain(`Payer ${receipt.debitAccountHolder?.toUpperCase()}\n`);
    expect(printed).toContain(`Receiver ${receipt.creditAccountHolder?.toUpperCase()}\n`);
    const total = /Total amount debited from customers account (.*) ETB/.exec(printed)?.[1];
    expect(cents(total)).toBe(cents(receipt.amountDebited));
  });
});

describe('Bank of Abyssinia', () => {
  it('has the members of the sample, in its order', async () => {
    const members = (json: string) =>
      Object.keys((JSON.parse(json) as { body: [Record<string, string>] }).body[0]);
    expect(members(await text('boa-json', 'FT26196BA1B2'))).toEqual(
      members(sample('boa/getDetails_success.json')),
    );
  });

  it('adds up, and bears the date inside its number', async () => {
    for (const reference of [...many('FT26196B'), 'TT26196BA1B2']) {
      const slip = (JSON.parse(await text('boa-json', reference)) as { body: [Record<string, string>] })
        .body[0];
      const parts = [slip['Transferred Amount'], slip['Service Charge'], slip['VAT (15%)']];
      const total = parts.map(cents).reduce((all, part) => all + part);
      expect(total).toBe(cents(slip['Total Amount including VAT']));
      expect(slip['Transaction Date']).toMatch(/^15\/07\/2026, \d\d:\d\d:\d\d$/);
    }
  });
});
