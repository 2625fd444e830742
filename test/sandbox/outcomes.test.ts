import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocumentReader } from '../../src/extractor/pdf/documents.js';
import { type Example, examples } from '../../src/sandbox/examples.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import { type AskOptions, askBank, type BankAnswer, bankUrl } from '../support/ask-bank.js';
import { memorySandboxState } from '../support/sandbox-state.js';

const sources = ['telebirr-html', 'cbe-pdf', 'mb-json', 'boa-json'];
const routes = [{ name: 'main', kind: 'direct' as const }];
const reader = createDocumentReader();
const state = memorySandboxState();
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await createSandbox({ state, routes });
});
afterAll(async () => {
  await sandbox.close();
  await reader.close();
});

function example(source: string, outcome: string): Example {
  const found = examples().find((one) => one.source === source && one.outcome === outcome);
  if (!found) throw new Error(`no example of ${source} ${outcome}`);
  return found;
}

function ask(source: string, outcome: string, options?: AskOptions): Promise<BankAnswer> {
  return askBank(sandbox, bankUrl[source]?.(example(source, outcome).reference) ?? '', options);
}

/** What a person sees: the page's text, the PDF's lines, the document's members. */
async function shown(answer: BankAnswer): Promise<string> {
  if (answer.headers['content-type'] !== 'application/pdf') return answer.text;
  return (await reader.pdfText(answer.body))?.lines.join('\n') ?? 'not a PDF';
}

/** What is printed as the receipt's own number. */
async function printedReference(source: string, answer: BankAnswer): Promise<string | undefined> {
  const patterns: Record<string, RegExp> = {
    'telebirr-html': /receipttableTd2">([A-Z0-9]{10})</,
    'cbe-pdf': /Reference No\. \(VAT Invoice No\) (FT\w{10})/,
    'mb-json': /"encodedReceipt":"https:\/\/mbreciept\.cbe\.com\.et\/([\w-]+)"/,
    'boa-json': /"Transaction Reference":"(\w{12})"/,
  };
  return patterns[source]?.exec(await shown(answer))?.[1];
}

describe.each(sources)('a simulated bank (%s)', (source) => {
  it('shows a settled receipt with the number asked for', async () => {
    const answer = await ask(source, 'SETTLED');
    expect(answer.status).toBe(200);
    expect(await printedReference(source, answer)).toBe(example(source, 'SETTLED').reference);
  });

  it('shows the same receipt every time, byte for byte', async () => {
    const [first, second] = await Promise.all([ask(source, 'SETTLED'), ask(source, 'SETTLED')]);
    expect(second.body.equals(first.body)).toBe(true);
  });

  it('shows somebody else’s receipt for DIFF', async () => {
    const printed = await printedReference(source, await ask(source, 'DIFF'));
    expect(printed).toMatch(/\w{10}/);
    expect(printed).not.toBe(example(source, 'DIFF').reference);
  });

  it('sends a page without required fields for BADR', async () => {
    const answer = await ask(source, 'BADR');
    expect(answer.status).toBe(200);
    expect((await shown(answer)).length).toBeGreaterThan(200);
    expect(await shown(answer)).not.toMatch(
      /Payer Name|transaction status|Invoice No\.<|Transferred Amount|"amountCredited"|"id"|Reference"|Reference No/,
    );
  });

  it('answers SLOW after three seconds', async () => {
    const start = performance.now();
    const answer = await ask(source, 'SLOW');
    expect(performance.now() - start).toBeGreaterThan(2_950);
    expect(await printedReference(source, answer)).toBe(example(source, 'SLOW').reference);
  });

  it('never answers HANG, and counts it', async () => {
    const { provider, reference } = example(source, 'HANG');
    await expect(ask(source, 'HANG', { signal: AbortSignal.timeout(500) })).rejects.toThrow('aborted');
    expect(await state.hits(provider, reference)).toBe(1);
  });

  it('drops the first connection of ONCE, answers the later ones, and counts all', async () => {
    const { provider, reference } = example(source, 'ONCE');
    await expect(ask(source, 'ONCE')).rejects.toThrow('hang up');
    expect(await printedReference(source, await ask(source, 'ONCE'))).toBe(reference);
    expect(await printedReference(source, await ask(source, 'ONCE'))).toBe(reference);
    expect(await state.hits(provider, reference)).toBe(3);
  });

  it('sends a block page for WALL that is neither a receipt nor its "no such receipt"', async () => {
    const wall = await ask(source, 'WALL');
    expect(wall.text).toContain('The requested URL was rejected');
    expect(wall.text).not.toBe((await ask(source, 'GONE')).text);
  });

  it('sends HUGE until the client disconnects', async () => {
    const answer = await ask(source, 'HUGE', { leaveAfter: 8 * 1024 * 1024 });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-length']).toBeUndefined();
    expect(answer.body.length).toBeGreaterThanOrEqual(8 * 1024 * 1024);
  });

  it('redirects TRAP to another host', async () => {
    const answer = await ask(source, 'TRAP');
    expect(answer.status).toBe(302);
    expect(new URL(answer.headers.location ?? '').host).toBe('trap.invalid');
  });

  it('never shows the outcome of an ending in lower case', async () => {
    const { reference } = example(source, 'GONE');
    const lower = reference.slice(0, -4) + reference.slice(-4).toLowerCase();
    const answer = await askBank(sandbox, bankUrl[source]?.(lower) ?? '');
    // Tokens are case-sensitive: this is another one. Numbers are upper case: the bank does not know this one.
    if (source === 'mb-json') expect(await printedReference(source, answer)).toBe(lower);
    else expect(answer.text).toBe((await ask(source, 'GONE')).text);
  });
});

describe('"no such receipt", each bank’s own way', () => {
  it.each([
    ['telebirr-html', 200, 'text/html', 'This request is not correct'],
    ['cbe-pdf', 404, 'text/html', 'You Are Not Allowed to See This Data, Please Check your Link'],
    ['mb-json', 500, 'application/problem+json', 'Security Alert: Invalid or tampered legacy token!'],
    ['boa-json', 200, 'application/json', `"Payer's Name":"Invalid reference number"`],
  ])('%s: HTTP %i, %s', async (source, status, type, wording) => {
    const answer = await ask(source, 'GONE');
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toContain(type);
    expect(answer.text).toContain(wording);
  });

  it.each([
    ['telebirr-html', 'AZ1AAAAAAA'],
    ['telebirr-html', 'DBUKS1A1B2'],
    ['cbe-pdf', 'FT26000AAAAA'],
    ['cbe-pdf', 'FT26366AAAAA'],
    ['mb-json', 'v2-probe'],
    ['mb-json', 'FT26150CA1B2'],
    ['boa-json', 'FT26000AAAAA'],
  ])('%s says so about a number that cannot be (%s), and counts nothing', async (source, reference) => {
    const answer = await askBank(sandbox, bankUrl[source]?.(reference) ?? '');
    expect(answer.text).toBe((await ask(source, 'GONE')).text);
    expect(await state.hits(example(source, 'GONE').provider, reference)).toBe(0);
  });
});

describe('payments that are not settled', () => {
  it.each([
    ['telebirr-html', 'PEND', 'Pending'],
    ['telebirr-html', 'BACK', 'Reversed'],
    ['mb-json', 'PEND', '"status":"PENDING"'],
    ['mb-json', 'BACK', '"status":"REVERSED"'],
  ])('%s prints its status for %s', async (source, outcome, status) => {
    expect((await ask(source, outcome)).text).toContain(status);
  });

  it.each(['cbe-pdf', 'boa-json'])('%s prints no status: they look settled', async (source) => {
    for (const outcome of ['PEND', 'BACK']) {
      const answer = await ask(source, outcome);
      expect(await printedReference(source, answer)).toBe(example(source, outcome).reference);
      expect(await shown(answer)).not.toMatch(/pending|reversed/i);
    }
  });
});

describe('a payer whose name is a script (XSSX)', () => {
  it('is escaped on an HTML page', async () => {
    const { text } = await ask('telebirr-html', 'XSSX');
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toContain('<script');
  });

  it.each(['cbe-pdf', 'mb-json', 'boa-json'])('stands as it is in %s', async (source) => {
    expect(await shown(await ask(source, 'XSSX'))).toContain('<script>alert(1)</script>');
  });
});

describe('what no bank knows', () => {
  it.each([
    'https://bank.example/receipt/DF7KS1A1B2',
    'https://transactioninfo.ethiotelecom.et/other/DF7KS1A1B2',
    'https://transactioninfo.ethiotelecom.et:100/receipt/DF7KS1A1B2',
    'https://apps.cbe.com.et/?id=FT26140CA1B210000012',
    'https://apps.cbe.com.et:100/other?id=FT26140CA1B210000012',
    'https://mb.cbe.com.et/api/v1/transactions',
    'https://cs.bankofabyssinia.com/slip/?trx=FT26196BA1B220036',
  ])('%s is a 404', async (url) => {
    expect((await askBank(sandbox, url)).status).toBe(404);
  });

  it('CBE wants the headers of its own page', async () => {
    const url = bankUrl['mb-json']?.(example('mb-json', 'SETTLED').reference) ?? '';
    const answer = await askBank(sandbox, url, { headers: { 'x-app-id': '' } });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('Missing Headers');
  });

  it('a host in capitals, or with its default port, is the same host', async () => {
    const url = bankUrl['telebirr-html']?.('DF7KS1A1B2') ?? '';
    for (const host of ['TransactionInfo.ethiotelecom.ET', 'transactioninfo.ethiotelecom.et:443']) {
      expect((await askBank(sandbox, url, { headers: { host } })).text).toContain('DF7KS1A1B2');
    }
  });
});
