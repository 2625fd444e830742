import type { Judgement, Need } from '../../../src/providers/types.js';
import type { BankCases } from '../support.js';

const source = 'ebirr-html';
const token = 'AAAAAAAAAAA_0000AAAAAA';

export const coopay: BankCases = tenant('coopay', 'coopay', '0000000001');
export const kaafi: BankCases = tenant('kaafi', 'kaafimf', '0000000000001');

function tenant(key: string, name: string, number: string): BankCases {
  const byToken = (reference: string) => ({
    source,
    reference,
    qualifier: '',
    url: `https://receipt.ebirr.com/${name}/${reference}`,
  });
  const numberUrl = `https://transactioninfo.ebirr.com/${name}-Ebirr/receipt/${number}`;
  const byNumber = { source, reference: number, qualifier: '', url: numberUrl };
  const needsLink = { reference: number, needs: ['link' as Need] };
  const asked = { url: numberUrl };
  return {
    key,
    links: [
      { url: `https://receipt.ebirr.com/${name}/${token}`, leadsTo: byToken(token) },
      {
        url: `https://receipt.ebirr.com/${name}/aAbBcCdDeEfFgGhHiI-_12`,
        leadsTo: byToken('aAbBcCdDeEfFgGhHiI-_12'),
      },
      { url: numberUrl, leadsTo: byNumber },
    ],
    otherLinks: [
      'https://receipt.ebirr.com/',
      `https://receipt.ebirr.com/${name}/`,
      `https://receipt.ebirr.com/${name}/${token.slice(0, 20)}`,
      `https://receipt.ebirr.com/${name}/${token}A`,
      `https://receipt.ebirr.com/${name}/${token}/x`,
      `https://receipt.ebirr.com/${name.toUpperCase()}/${token}`,
      `https://receipt.ebirr.com/${name}-Ebirr/receipt/${number}`,
      `https://receipt.ebirr.com/nib/${token}`,
      `https://receipt.ebirr.com/wegagen/${token}`,
      `https://receipt.ebirr.com/ahadu/${token}`,
      `https://transactioninfo.ebirr.com/${name}/${token}`,
      `https://transactioninfo.ebirr.com/${name}-Ebirr/receipt/${token}`,
      `https://transactioninfo.ebirr.com/${name}-Ebirr/receipt/000000001`,
      `https://transactioninfo.ebirr.com/${name}-Ebirr/receipt/00000000000001`,
      `https://transactioninfo.ebirr.com/${name}-Ebirr/receipts/${number}`,
      `https://transactioninfo.ebirr.com/nib-Ebirr/receipt/${number}`,
      `https://transactioninfo.ebirr.com/-Ebirr/receipt/${number}`,
      `https://transactioninfo.ebirr.com/receipt/${number}`,
    ],
    references: [
      { reference: token, provider: key, leadsTo: byToken(token) },
      { reference: number, provider: key, leadsTo: needsLink },
    ],
    impossible: [],
    answers: [
      { file: `${key}/old_host_receipt.html`, status: 200, asked, judgement: receipt(name, number) },
      {
        file: `${key}/not_found_200.html`,
        status: 200,
        asked,
        judgement: { kind: 'not_found', receipt: { source } },
      },
    ],
  };
}

function receipt(tenant: string, reference: string): Judgement {
  return {
    kind: 'settled',
    receipt: {
      source,
      tenant,
      reference,
      receiverName: 'SARA TEST TADESSE',
      receiverAccount: '251900000002',
      transferredAmount: 75,
      currency: 'ETB',
      paymentDate: '2026-02-11 20:07:02 +0300 EAT',
    },
    payment: {
      amount: '75.00',
      currency: 'ETB',
      fee: null,
      vat: null,
      total: null,
      payer: { name: null, account: null },
      receiver: { name: 'SARA TEST TADESSE', account: '251900000002', bank: null },
      reference,
      status: 'settled',
      paidAt: '2026-02-11T20:07:02+03:00',
      reason: null,
      channel: null,
    },
  };
}
