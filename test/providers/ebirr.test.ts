import { describe, expect, it } from 'vitest';
import { resolve } from '../../src/providers/resolve.js';
import { findAll, now, provider, providers, sample, targetOf, textResponse } from './support.js';

const bank = provider('coopay');
const page = sample('coopay/old_host_receipt.html');
const token = 'AAAAAAAAAAA_0000AAAAAA';
const newLink = `https://receipt.ebirr.com/coopay/${token}`;
const byToken = targetOf({ url: newLink });
const byNumber = targetOf({ url: 'https://transactioninfo.ebirr.com/coopay-Ebirr/receipt/0000000001' });
const change = (from: string, to: string) => {
  expect(page).toContain(from);
  return page.replace(from, to);
};

describe('an Ebirr receipt of the old host', () => {
  const judge = (html: string) => bank.judge(textResponse(html), byNumber);

  it('bears the number asked for', () => {
    expect(judge(change('0000000001', '0000000002'))).toEqual({
      kind: 'mismatch',
      receipt: { source: 'ebirr-html' },
    });
    for (const odd of ['000000001', '0000000001 (copy)', 'No. 0000000001']) {
      expect(judge(change('0000000001', odd)).kind, odd).toBe('unreadable');
    }
  });

  it('needs its number and its amount, and no date', () => {
    expect(judge(change('0000000001', ''))).toMatchObject({ kind: 'unreadable', missing: ['reference'] });
    expect(judge(change('ETB 75.00', ''))).toMatchObject({
      kind: 'unreadable',
      missing: ['transferredAmount'],
    });
    expect(judge(change('2026-02-11 20:07:02 +0300 EAT', ''))).toMatchObject({
      kind: 'settled',
      receipt: { paymentDate: null },
      payment: { paidAt: null },
    });
  });

  it('takes no time of another zone for local time', () => {
    expect(judge(change('+0300 EAT', '+0000 UTC'))).toMatchObject({
      kind: 'settled',
      payment: { paidAt: null },
    });
  });

  it('finds the receiver under its heading, not by the place of the table', () => {
    const other =
      '<table><tr><td>Paid</td></tr><tr><td>By</td></tr></table><div class="heading">Receiver Info';
    expect(judge(change('<div class="heading">Receiver Info', other))).toMatchObject({
      receipt: { receiverName: 'SARA TEST TADESSE', receiverAccount: '251900000002' },
    });
    expect(judge(change('Receiver Info', 'Sender Info'))).toMatchObject({
      kind: 'settled',
      receipt: { receiverName: null, receiverAccount: null },
    });
  });
});

describe('an Ebirr receipt that somebody tampered with or that breaks off', () => {
  const judge = (html: string) => bank.judge(textResponse(html), byNumber);
  const receiver = { receiverName: 'SARA TEST TADESSE', receiverAccount: '251900000002' };

  it('has the receiver beside or under the labels, wherever another row stands', () => {
    const rows = (html: string) =>
      change(/<tr><td>Name[\s\S]*?<\/table>/.exec(page)?.[0] ?? '', `${html}</table>`);
    for (const html of [
      '<tr><td>Name</td><td>SARA TEST TADESSE</td></tr><tr><td>Account</td><td>251900000002</td></tr>',
      '<tr><td>Name</td></tr><tr><td>SARA TEST TADESSE</td></tr><tr><td>City</td></tr><tr><td>Bole</td></tr><tr><td>Account</td></tr><tr><td>251900000002</td></tr>',
      '<tr><td>City</td><td>Bole</td></tr><tr><td>Name</td></tr><tr><td>SARA TEST TADESSE</td></tr><tr><td>Account</td></tr><tr><td>251900000002</td></tr>',
      '<tr><td>To</td></tr><tr><td>SARA TEST TADESSE</td></tr><tr><td>Wallet</td></tr><tr><td>251900000002</td></tr>',
    ]) {
      expect(judge(rows(html)), html).toMatchObject({ kind: 'settled', receipt: receiver });
    }
    const more =
      '<tr><td>Bole</td></tr><tr><td>Name</td></tr><tr><td>SARA TEST TADESSE</td></tr><tr><td>Account</td></tr><tr><td>251900000002</td></tr>';
    expect(judge(rows(more)).kind).toBe('unreadable');
  });

  it('keeps its receiver, its amount and its date, whatever the receiver is called', () => {
    for (const name of ['AMOUNT', 'DATE', 'RECEIPT NO', 'Account', 'Receiver Name', 'Not Found Page']) {
      expect(judge(change('SARA TEST TADESSE', name)), name).toMatchObject({
        kind: 'settled',
        receipt: {
          receiverName: name,
          receiverAccount: '251900000002',
          paymentDate: '2026-02-11 20:07:02 +0300 EAT',
        },
        payment: { amount: '75.00' },
      });
    }
  });

  it('could not be checked with a label that stands twice', () => {
    for (const [label, value] of [
      ['AMOUNT', 'ETB 90,000.00'],
      ['DATE', '2026-02-12 20:07:02 +0300 EAT'],
      ['RECEIPT NO', '0000000002'],
    ]) {
      const row = `<tr><td class="invoice">${label}</td><td>${value}</td></tr>`;
      expect(
        judge(change('<tr><td class="invoice">DATE', `${row}<tr><td class="invoice">DATE`)).kind,
        label,
      ).toBe('unreadable');
    }
    const twice =
      '<div class="heading">Receiver Info</div><table><tr><td>Name</td></tr><tr><td>SHOP</td></tr></table></body>';
    expect(judge(change('</body>', twice)).kind).toBe('unreadable');
  });

  it('is read without what a browser hides', () => {
    const hidden = '<tr hidden><td>AMOUNT</td><td>ETB 9.00</td></tr>';
    expect(judge(change('<tr><td class="invoice">DATE', `${hidden}<tr><td class="invoice">DATE`))).toEqual(
      judge(page),
    );
  });

  it('that speaks of a status or a reversal could not be checked', () => {
    for (const html of [
      change(
        '<tr><td class="invoice">DATE',
        '<tr><td class="invoice">STATUS</td><td>Reversed</td></tr><tr><td class="invoice">DATE',
      ),
      change('</body>', '<h1>Transaction failed</h1></body>'),
      change('</body>', '<div class="heading">Payment reversed</div></body>'),
    ]) {
      expect(judge(html)).toMatchObject({ kind: 'unreadable', conflicts: ['status'] });
    }
    expect(judge(change('ETB 75.00', 'ETB 0.00')).kind).toBe('unreadable');
  });

  it('that breaks off anywhere is never verified, and never called missing or false', () => {
    for (const { index } of page.trim().matchAll(/[<>\d]/g)) {
      const { kind } = judge(page.slice(0, index));
      if (kind !== 'unreadable' && kind !== 'blocked') expect(`${kind} after ${index}`).toBe('unreadable');
    }
  });
});

describe('an Ebirr receipt in the grid layout', () => {
  interface Grid {
    header?: readonly string[];
    values?: readonly string[];
    people?: Readonly<Record<string, string>>;
    reason?: string;
    more?: string;
  }
  const people = {
    'የከፋይ ስም/Sender name': 'ABEBE TEST KEBEDE',
    'Sender Ebirr no': '251900000001',
    'የተቀባይ ስም/Receiver name': 'SARA TEST TADESSE',
    'Receiver Account/Mobile': '251900000002',
  };
  const header = ['Receipt No', 'Payment date', 'Settled Amount'];
  const values = ['0000000001', '2026-02-11 20:07:02', '75.00 ETB'];
  const cells = (texts: readonly string[]) =>
    `<tr>${texts.map((text) => `<td class="receipttableTd">${text}</td>`).join('')}</tr>`;
  const grid = (changes: Grid = {}) => {
    const asked = { header, values, people, reason: 'rent', more: '', ...changes };
    const rows = Object.entries(asked.people).map(([label, value]) => cells([label]) + cells([value]));
    return `<html><title>Ebirr</title><body><table>${rows.join('')}</table><table>${cells(asked.header)}${cells(asked.values)}
      ${cells(['Payment Reason', asked.reason])}</table>${asked.more}</body></html>`;
  };
  const old = (html: string) => bank.judge(textResponse(html), byNumber);
  const fresh = (html: string) => bank.judge(textResponse(html), byToken);
  const settled = {
    kind: 'settled',
    payment: {
      amount: '75.00',
      currency: 'ETB',
      reference: '0000000001',
      paidAt: '2026-02-11T20:07:02+03:00',
      payer: { name: 'ABEBE TEST KEBEDE', account: '251900000001' },
      receiver: { name: 'SARA TEST TADESSE', account: '251900000002', bank: null },
      reason: 'rent',
    },
  };

  it('verifies on both hosts', () => {
    expect(old(grid())).toMatchObject(settled);
    expect(fresh(grid({ header: ['Receipt No.', 'Date of payment', 'Total'] }))).toMatchObject(settled);
  });

  it('with another number than its old link could not be checked: whether the grid prints that one is not known', () => {
    expect(old(grid({ values: ['TX00000001', ...values.slice(1)] })).kind).toBe('unreadable');
    expect(old(grid({ values: ['0000000002', ...values.slice(1)] })).kind).toBe('unreadable');
  });

  it('could not be checked without amount or number, in other columns, or with an odd date on the new host', () => {
    expect(fresh(grid({ values: ['0000000001', '2026-02-11 20:07:02', ''] })).kind).toBe('unreadable');
    expect(fresh(grid({ values: ['', '2026-02-11 20:07:02', '75.00'] })).kind).toBe('unreadable');
    expect(fresh(grid({ values: ['0000000001', '02/11/2026', '75.00'] })).kind).toBe('unreadable');
    expect(fresh(grid({ values: ['0000000001', '75.00', '2026-02-11 20:07:02'] })).kind).toBe('unreadable');
    expect(old(grid({ values: ['0000000001', '75.00'] })).kind).toBe('unreadable');
    expect(old(grid({ header: ['Receipt No', 'Payment date'], values: ['0000000001', 'x'] })).kind).toBe(
      'unreadable',
    );
  });

  it('takes no label from a name or a reason', () => {
    for (const text of [
      'Receiver name',
      'Receipt No',
      'Settled Amount 9.00',
      'status Reversed',
      'Not Found Page',
    ]) {
      expect(old(grid({ reason: text })), text).toMatchObject({
        ...settled,
        payment: { ...settled.payment, reason: text },
      });
      const named = old(grid({ people: { ...people, 'የከፋይ ስም/Sender name': text } }));
      if (named.kind === 'settled') {
        expect(named).toMatchObject({
          payment: { ...settled.payment, payer: { name: text, account: '251900000001' } },
        });
      } else expect(named.kind, text).toBe('unreadable');
    }
  });

  it('could not be checked where nobody can tell whose value it is', () => {
    const pair = cells(['Receiver name', 'SHOP OWNER']);
    expect(old(grid({ more: `<table>${pair}</table>` })).kind).toBe('unreadable');
    const two = cells(['Sender name', 'Receiver name']) + cells(['ABEBE', 'SARA']);
    expect(old(grid({ people: {}, more: `<table>${two}</table>` })).kind).toBe('unreadable');
    expect(
      old(grid({ more: `<table>${cells(['Receiver name'])}${cells(['SHOP OWNER'])}</table>` })).kind,
    ).toBe('unreadable');
    expect(
      old(grid({ more: `<table>${cells(header)}${cells(['0000000001', values[1] ?? '', '9.00'])}</table>` }))
        .kind,
    ).toBe('unreadable');
  });

  it('together with the other layout could not be checked', () => {
    const heading = /<div class="heading">[\s\S]*<\/table>/.exec(page)?.[0] ?? '';
    expect(old(grid({ more: heading })).kind).toBe('unreadable');
  });

  it('between tenants names no receiver: the reason may be the words of the payer', () => {
    const between = { ...people, 'የተቀባይ ስም/Receiver name': 'Wallet to wallet COOPay' };
    for (const reason of [
      'to SHOP OWNER(251911111111) via Cooperative Bank of Oromia',
      'merchant: SHOP OWNER (251911111111)',
    ]) {
      expect(old(grid({ people: between, reason }))).toMatchObject({
        kind: 'settled',
        payment: { receiver: { name: null, account: null, bank: null } },
      });
    }
  });

  it('that speaks of a status or a reversal could not be checked', () => {
    for (const rows of [cells(['Status', 'Reversed']), cells(['Transaction status']) + cells(['Failed'])]) {
      expect(old(grid({ more: `<table>${rows}</table>` }))).toMatchObject({
        kind: 'unreadable',
        conflicts: ['status'],
      });
    }
    expect(old(grid({ more: `<table>${cells(['Status', 'Completed'])}</table>` })).kind).toBe('settled');
  });

  it('that breaks off anywhere is never verified, and never called missing or false', () => {
    const html = grid({ reason: 'Not Found Page' });
    for (const { index } of html.matchAll(/[<>\d]/g)) {
      for (const judge of [old, fresh]) {
        const { kind } = judge(html.slice(0, index));
        if (kind !== 'unreadable' && kind !== 'blocked') expect(`${kind} after ${index}`).toBe('unreadable');
      }
    }
  });
});

describe('Ebirr\'s "no such receipt"', () => {
  const missing = sample('coopay/not_found_200.html');
  const kind = (html: string, status = 200) => bank.judge(textResponse(html, status), byToken).kind;

  it('is its own words, in sight and with HTTP 200', () => {
    expect(kind(missing)).toBe('not_found');
    for (const status of [403, 404, 500, 503]) expect(kind(missing, status), String(status)).toBe('blocked');
    expect(kind(missing.trim().slice(0, -1))).toBe('blocked');
    expect(kind('<html><script>"Not Found Page"</script><h1 hidden>Not Found Page</h1></html>')).toBe(
      'blocked',
    );
    expect(kind('<html><!-- <h1>Not Found Page</h1> --></html>')).toBe('blocked');
  });

  it('is nothing somebody writes into a receipt of a new layout', () => {
    expect(
      kind('<html><title>Ebirr</title><p>Receipt No. 1</p><p>Payment Reason</p><p>Not Found Page</p></html>'),
    ).toBe('unreadable');
  });
});

describe('an Ebirr receipt of the new host', () => {
  const judge = (html: string) => bank.judge(textResponse(html), byToken);

  it('is believed with number, date and amount, because nothing of it echoes the token', () => {
    expect(judge(page)).toMatchObject({
      kind: 'settled',
      receipt: { tenant: 'coopay', reference: '0000000001' },
      payment: { reference: '0000000001', amount: '75.00', paidAt: '2026-02-11T20:07:02+03:00' },
    });
    expect(judge(change('0000000001', ''))).toMatchObject({ kind: 'unreadable', missing: ['reference'] });
    for (const date of ['', 'yesterday']) {
      expect(judge(change('2026-02-11 20:07:02 +0300 EAT', date))).toMatchObject({
        kind: 'unreadable',
        missing: ['paymentDate'],
      });
    }
  });

  it('is a mismatch when the page bears links of receipts, and none of them is this one', () => {
    const linked = (...links: string[]) =>
      judge(change('</body>', `${links.map((link) => `<a href="${link}">x</a>`).join('')}</body>`)).kind;
    expect(linked(newLink)).toBe('settled');
    expect(linked(newLink.replace('_', '-'), newLink)).toBe('settled');
    expect(linked(newLink.replace('_', '-'))).toBe('mismatch');
    expect(linked(newLink.replace('coopay', 'kaafimf'))).toBe('mismatch');
    expect(linked(`${newLink.slice(0, -1)}B`)).toBe('mismatch');
  });

  it('is not made another by a link that somebody writes into it', () => {
    const written = `see ${newLink.replace('_', '-')} or "${newLink.replace('_', '-')}"`;
    expect(judge(change('SARA TEST TADESSE', written)).kind).toBe('settled');
  });

  it('in a layout nobody knows is unreadable, not missing', () => {
    expect(judge('<html><title>Ebirr</title><div id="app"></div></html>')).toMatchObject({
      kind: 'unreadable',
      missing: ['reference', 'transferredAmount', 'paymentDate'],
      receipt: { source: 'ebirr-html', tenant: 'coopay' },
    });
  });

  it('is a block page where the bank has no such address', () => {
    const gone = `<pre>Cannot GET /coopay/${token}</pre>`;
    expect(bank.judge(textResponse(gone, 404), byToken).kind).toBe('blocked');
  });

  it('is not called missing because a receiver is called so', () => {
    expect(judge(change('SARA TEST TADESSE', 'Not Found Page')).kind).toBe('settled');
  });
});

describe('tenants of Ebirr', () => {
  it('are never sent the number of another', () => {
    for (const [key, name] of [
      ['coopay', 'coopay'],
      ['kaafi', 'kaafimf'],
    ] as const) {
      for (const url of [
        `https://receipt.ebirr.com/${name}/${token}`,
        `https://transactioninfo.ebirr.com/${name}-Ebirr/receipt/0000000001`,
      ]) {
        const target = targetOf({ url });
        expect(target).toMatchObject({ provider: key, url });
        expect(provider(key).request(target, 1).url).toBe(url);
      }
    }
    const contradicted = resolve(providers, { url: newLink, provider: 'kaafi' }, now);
    expect(contradicted).toMatchObject({ kind: 'invalid', path: 'provider' });
  });

  it('are not named by a number or a token alone', () => {
    const unsupported = { kind: 'unsupported', by: 'reference' };
    for (const reference of ['0000000002', '0000000000001', token]) {
      expect(resolve(providers, { reference }, now)).toEqual(unsupported);
    }
    const sms = '[-EBIRR-COOPay-] Ref: 0000000002 Confirmed. ETB140 Received from sara test (900000002)';
    expect(resolve(providers, { text: sms }, now)).toEqual(unsupported);
    expect(findAll(sms)).toEqual([]);
  });

  it('named by the caller with a number still need the link', () => {
    expect(resolve(providers, { reference: '0000000002', provider: 'coopay' }, now)).toEqual({
      kind: 'needs',
      provider: 'coopay',
      reference: '0000000002',
      needs: ['link'],
    });
  });

  it.each(['nib', 'wegagen', 'ahadu'])('other than the two are refused: %s', (tenant) => {
    for (const url of [
      `https://receipt.ebirr.com/${tenant}/${token}`,
      `https://transactioninfo.ebirr.com/${tenant}-Ebirr/receipt/0000000001`,
    ]) {
      expect(resolve(providers, { url }, now)).toEqual({ kind: 'unsupported', by: 'url' });
    }
  });
});
