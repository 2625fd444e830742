import type { CachedReceipt } from '../../src/engine/store/receipt-store.js';

/** A settled receipt as it is kept, for tests that do not need a bank. */
export function kept(reference: string): CachedReceipt {
  return {
    httpStatus: 200,
    fetchedAt: '2026-11-20T07:30:01.000Z',
    receipt: { source: 'telebirr-html', receiptNo: reference },
    payment: {
      amount: '5000.00',
      currency: 'ETB',
      fee: '1.74',
      vat: '0.26',
      total: '5002.00',
      payer: { name: 'Abebe Test Kebede', account: '2519****0001' },
      receiver: { name: 'Sara Test Tadesse', account: '2519****0002', bank: null },
      reference,
      status: 'settled',
      paidAt: '2026-11-20T10:30:00+03:00',
      reason: null,
      channel: null,
    },
    rawHtmlLength: 25_928,
    egressSource: 'main',
  };
}
