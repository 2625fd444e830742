/** "A paid order in ten minutes". Text between backquotes is code. */
export const paymentGuide = {
  title: 'A paid order in ten minutes',
  lead: 'A payment request asks a customer for an amount. It closes once, with the first receipt that pays it. Paste each command into a terminal: it runs against simulated banks.',
  first: 'To see it without a terminal:',
  install: 'With the client in',
  steps: {
    key: {
      title: '1. A key',
      text: 'Create a test key in the dashboard and put it into `DERESEGN_KEY`. If you run the service yourself, this does both:',
    },
    account: {
      title: '2. Where you are paid',
      text: 'Save the account that customers pay to, here the one on a simulated receipt:',
      after: 'A receipt for a payment to another account does not count.',
    },
    make: {
      title: '3. Ask for the amount',
      text: 'The order number is the `Idempotency-Key`: a repeat gets the same request. The date of a simulated receipt follows from its number, so this request accepts old ones by setting `notBefore`; leave it out with real banks.',
      after:
        'Send the customer to `url`. They see the amount, your account and the time left, and send the receipt there: a link, number, SMS or picture. Open it, and send `DKK4A1C0F3`. Or go on here:',
    },
    handIn: {
      title: '4. Hand in what the customer sent you',
      text: 'For receipts that reach you in another way, such as a chat:',
      after:
        '`attempt.outcome` says what became of the receipt. `paid` closes the request. `could_not_check` says nothing about the payment; where `retrying` is true, the receipt is checked again automatically.',
    },
    show: {
      title: '5. Is it paid?',
      text: 'Ask before you hand over the goods:',
      after:
        'The order is paid if `status` is `paid`, and only then. To be told instead of asking, create a webhook endpoint: it gets `payment_request.paid` with the request in `data.object`.',
    },
    program: {
      title: '6. In your program',
      text: 'The same order in TypeScript, Python and PHP. Run one of the programs after the commands above: it gets the same request, which is already paid.',
    },
    next: {
      title: '7. Going live',
      text: 'Save your own accounts and create a live key; the requests stay the same. Follow four rules:',
      rules: [
        'Hand over the goods only if the API says that the request is paid, never because the customer’s browser has returned to your site.',
        'An open request is not refused: the customer may still pay it until it expires.',
        'A request in review waits for a person: accept or refuse it in the dashboard, or through the API.',
        'For a day after it expires, a request can still become paid, if the payment was made in time.',
      ],
      reference: 'Every endpoint',
      dashboard: 'Your payment requests in the dashboard',
    },
  },
};
