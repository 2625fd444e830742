/** Caps of the plan, and overage. */
export const usage = {
  title: 'Used so far',
  verifications: 'Verifications',
  reads: 'Pictures read',
  of: (used: string, cap: string) => `${used} of ${cap} used`,
  left: (count: string) => `${count} left`,
  unlimited: (used: string) => `${used} used, no cap`,
  until: 'Resets',
  today: 'today',
  month: 'this month',
  note: 'Only receipts fetched from a bank count as verifications: receipts verified before and failures cost nothing. A picture counts once it has been read, whatever the result.',
  key: (label: string) => `Key ${label}`,
  overage: {
    title: 'Overage',
    none: 'This plan stops at its cap.',
    off: (price: string) =>
      `Verifications stop at the cap. With overage on, each one past the cap costs ${price} ETB.`,
    on: (price: string) => `Past the cap each verification costs ${price} ETB.`,
    sofar: (count: string, amount: string) => `So far: ${count} past the cap, ${amount} ETB.`,
    stateOn: 'On',
    stateOff: 'Off',
    switchOn: 'Switch overage on',
    confirmOn: (price: string) => `Yes, charge ${price} ETB each`,
    switchOff: 'Switch overage off',
    means:
      'There is no upper limit: every verification past the cap is charged until you switch overage off.',
  },
};
