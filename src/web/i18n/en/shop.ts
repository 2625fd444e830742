/** The shop of the sandbox. */
export const shop = {
  title: 'A shop to try',
  lead: 'Play a shop and its customer: ask for an amount, pay it with a simulated receipt, and see what your system would receive. No account, no money, no real bank.',
  amountHint: (step: number, max: string) =>
    `A multiple of ${step}, up to ${max}: simulated receipts show such amounts.`,
  make: 'Ask for this amount',
  yours: 'Your requests',
  notices: {
    amount: 'Nothing was created: choose one of the amounts that simulated receipts show.',
    busy: 'Nothing was created: there were too many requests from your network, or too many today. Try again later.',
  },
  order: 'Order 17',
  back: 'Back to the shop',
  means: {
    open: 'The shop waits for the payment.',
    paid: 'The shop hands over the goods.',
    review: 'Somebody in the shop has to look at the payment, and accept or refuse it.',
    expired: 'The time to pay is over.',
    canceled: 'The shop has canceled it.',
  },
  pay: 'What the customer does',
  payMeans:
    'The customer gets this page as a link or a QR code, pays to one of the accounts on it, and sends the receipt there.',
  receipts: 'Receipts to pay with',
  receiptsMean:
    'The last four characters of a reference choose what the simulated bank does. Copy one to the customer’s page, or send it there with its button. You can send up to ten.',
  payWith: 'Send it',
  events: 'What your system receives',
  noEvents: 'No webhook yet: one is sent when the request is paid, expired, canceled or in review.',
  eventsMean: 'A webhook endpoint of the shop gets this body, signed.',
  sandbox: 'Every bank and outcome to try',
};
