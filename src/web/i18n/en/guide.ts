/** How long a call may take at most, in seconds. */
export interface GuideTimeouts {
  line: number;
  attempt: number;
  timeOut: number;
}

/** "Verify in ten minutes", for a shop's developer. Text between backquotes is code. */
export const guide = {
  title: 'Verify in ten minutes',
  lead: 'From nothing to a till that knows whether a payment arrived. Everything here runs as pasted, against simulated banks: no real money, and no real bank.',
  contents: 'On this page',
  language: 'Programming language',
  steps: {
    key: {
      title: '1. A key',
      text: 'Create a test key in the dashboard. The clients read it from `DERESEGN_KEY`, and the address of the service from `DERESEGN_URL`. If you run the service yourself, this creates one and sets both:',
    },
    client: {
      title: '2. A client',
      text: 'Use the client for your language: `@deresegn/client` for TypeScript (`clients/typescript`), `deresegn` for Python (`clients/python`), or the file `clients/php/deresegn.php`. It waits for the bank, retries what is safe to retry, and compares the payment with your order. In your project, with a clone of the repository next to it, run the line for your language:',
      call: 'Each of them makes this one call:',
      after:
        '`"verdict":"verified"` says that the bank shows the payment as settled. `payment` has one shape for every bank; `receipt` is what the bank printed. Send a number as `reference`, a link as `url`, and anything that a person pasted as `text`.',
    },
    decide: {
      title: '3. Can I hand over the goods?',
      text: 'This is the whole decision. Run it: the receipt pays the order.',
      after:
        'A real receipt may still be for another amount, for someone else, or used before. So an expectation needs an amount and a receiver; without a receiver, a payment to anyone would pass.',
    },
    verdicts: {
      title: '4. What to do with each answer',
      text: 'Put one of these numbers into the program. The last four characters of a simulated number determine what the bank does.',
      means: {
        paid: 'The bank shows a settled payment of this amount to this account, and your account has not seen it before. Hand over the goods.',
        other:
          'The receipt is real, but it does not pay this order; the program names each problem. Do not hand over the goods; ask for the right receipt, or for the rest of the money.',
        refused:
          'The bank said no. Do not hand over the goods, and accuse no one: a typing error, or a payment made minutes ago, looks the same. Ask for another proof of payment.',
        unsure:
          'Nothing is known about the payment. Keep the order open and ask again later, or check your bank account; never treat it as paid, and never as refused.',
      },
    },
    once: {
      title: '5. One order, one verification',
      text: 'Run the program twice: it prints `hand over` both times. Then change the order’s id to `order-18`, and it prints `seen_before`.',
      rules: [
        'The order’s id is the idempotency key. A repeat for the same order, after a lost connection or a second click, is the same verification with the same answer, and is counted once.',
        '`seen_before` (`history.seenBefore` in the API) says that your account was shown this receipt for another order. This keeps one receipt from paying twice.',
        'So send your order’s id with every call: not a random string, and not the number of the receipt. The key is kept for 24 hours.',
        '`possibly_seen_before` says that another receipt may show the same transfer: some payments have two numbers. Let a person compare them.',
      ],
    },
    picture: {
      title: '6. A screenshot',
      text: 'Up to five pictures or PDFs of one receipt: `verifyImage()` in TypeScript and PHP, `verify_image()` in Python. This fetches a simulated screenshot and sends it back:',
      after:
        '`detections` lists the references that were read, and `upstream.result` is the verification. Pictures are never stored.',
    },
    later: {
      title: '7. Without waiting',
      text: 'A bank may be slow. The programs above wait for it; a web page should not. `begin()` (in the API, `waitMs`) waits only as many milliseconds as you say: if the bank has not answered by then, it returns 202, and the verification continues. Fetch the result later, or receive it as a webhook:',
      after:
        'The last command returns 202 until the verification is complete, then the response that the call itself would have returned. If the customer has not paid yet, create a payment request: its page says what to pay and takes the receipt.',
    },
    log: {
      title: '8. What to log',
      text: 'The programs above log one line for each order. Log no more of a receipt than they do:',
      rules: [
        'Log the order, the verdict, the `requestId` (null when the answer came from the cache), and the reason or the problems.',
        'Never log the link, number, text or picture of a receipt: anyone who has one of these can open the receipt, and see the names and accounts of two people.',
        'Never log the key. If others may have seen it, revoke it in the dashboard.',
      ],
    },
    live: {
      title: '9. Going live',
      text: 'Create a live key; the requests stay the same. Follow four rules:',
      rules: ({ line, attempt, timeOut }: GuideTimeouts) => [
        'Hand over the goods only for a receipt whose `livemode` is true. Match on `verdict` first, then on `error.code` or `error.reason`; never on a message.',
        `If you call the API without a client, set a timeout of ${timeOut} seconds: a call may wait ${line} seconds in the queue of a busy bank, which may then be asked twice, for ${attempt} seconds each.`,
        '`error.retry` says whether to retry: `never`, `after` as many seconds as `Retry-After` says, or `backoff`, with growing pauses. The clients do this.',
        'Never repeat a call for a bank with `viewLimited` in `/api/providers`: such a link opens about five times in total. The clients never repeat such calls.',
      ],
      errors: 'Every error has its own page: `error.docs` links to it. `/docs/errors` lists them all.',
      reference: 'Every endpoint',
      sandbox: 'Every bank and outcome to try',
    },
  },
};
