/** "A paid order in ten minutes". Text between backquotes is code. */
export const paymentGuide = {
  title: 'A paid order in ten minutes',
  lead: 'A payment request is an amount that a customer owes. It closes once, with the first receipt that pays it. Paste each command into a terminal: it runs against simulated banks.',
  first: 'To see it without a terminal:',
  install: 'With the client in',
  steps: {
    key: {
      title: '1. A key',
      text: 'Make a test key in the dashboard and put it into `DERESEGN_KEY`. If you run the service yourself, this does both:',
    },
    account: {
      title: '2. Where you are paid',
      text: 'Save the account that customers pay to, here the one of a simulated receipt:',
      after: 'A receipt that was paid to another account pays nothing.',
    },
    make: {
      title: '3. Ask for the amount',
      text: 'The order number is the `Idempotency-Key`: a repeat gets the same request. Simulated receipts are dated by their number, so this request takes old ones with `notBefore`; with real banks leave it out.',
      after:
        'Send the customer to `url`. They see the amount, your account and the time left, and send the receipt there: a link, number, SMS or picture. Open it, and send `DKK4A1C0F3`. Or go on here:',
    },
    handIn: {
      title: '4. Hand in what the customer sent to you',
      text: 'For receipts that reach you in another way, such as a chat:',
      after:
        '`attempt.outcome` says what became of the receipt. `paid` closes the request; `could_not_check` says nothing about the payment, and is checked again by itself where `retrying` is true.',
    },
    show: {
      title: '5. Is it paid?',
      text: 'Ask before you hand over the goods:',
      after:
        'The order is paid if `status` is `paid`, and only then. To be told instead of asking, make a webhook endpoint: it gets `payment_request.paid` with the request in `data.object`.',
    },
    program: {
      title: '6. In your program',
      text: 'The same order in TypeScript, Python and PHP. Run one after the commands above: it is the same request, which is paid already.',
    },
    next: {
      title: '7. Going live',
      text: 'Save your own accounts and make a live key; the requests stay the same. Follow four rules:',
      rules: [
        'Hand over the goods only if the API says that the request is paid, never because a browser came back.',
        'An open request is not refused: the customer may still pay it until it expires.',
        'A request in review waits for a person: accept or refuse it in the dashboard, or over the API.',
        'An expired request may still become paid for a day, if the payment was made in time.',
      ],
      reference: 'Every endpoint',
      dashboard: 'Your payment requests in the dashboard',
    },
  },
};
