/** How long a call may take at most, in seconds. */
export interface GuideTimeouts {
  line: number;
  attempt: number;
  timeOut: number;
}

/** "Verify in ten minutes", for a shop's developer. Text between backquotes is code. */
export const guide = {
  title: 'Verify in ten minutes',
  lead: 'From nothing to a till that knows whether a payment arrived. Paste each command into a terminal: it runs against simulated banks, with no real money and no real bank.',
  steps: {
    key: {
      title: '1. A key',
      text: 'Mint a test key in the dashboard and put it into `DERESEGN_KEY`. If you run the service yourself, this does both:',
    },
    first: {
      title: '2. The first receipt',
      text: 'Send what the customer gave you. A number is a `reference`, a link is a `url`, and anything pasted is a `text`.',
      after:
        '`"verdict":"verified"` says that the bank shows the payment as settled. `payment` has one shape for every bank; `receipt` is what the bank printed.',
    },
    expect: {
      title: '3. The right amount, and only once',
      text: 'A real receipt may still be for another amount, for someone else, or from last week. Say what you expect:',
      after:
        'Hand over the goods only if `verdict` is `verified`, `checks.ok` is true, and `history.seenBefore` is false. A failed check never changes the verdict: the receipt is real, but not what you expected.',
    },
    bad: {
      title: '4. A rejection, and a bank that does not answer',
      text: 'The last four characters of a simulated reference choose what the bank does. This bank has no such receipt:',
      second: 'And this one sends a block page instead of a receipt:',
      after:
        '`not_verified`: the bank said no. Do not hand over the goods, and do not accuse anyone: a typing error, or a payment made minutes ago, looks the same. `could_not_check`: there is no verdict. Where `error.retry` is `backoff`, try again with growing pauses; otherwise check the account.',
    },
    picture: {
      title: '5. A screenshot',
      text: 'Up to five pictures or PDFs of one receipt. This fetches a simulated screenshot and sends it back:',
      after:
        '`detections` lists the references that were read, `upstream.result` is the verification. Pictures are never stored.',
    },
    later: {
      title: '6. Without waiting',
      text: 'A bank may be slow. With `waitMs` the call returns 202 after that many milliseconds and continues in the background; fetch the result later:',
      after: 'It returns 202 until the call is complete, then the response of the call itself.',
    },
    program: {
      title: '7. In your program',
      text: 'The same in TypeScript and in Python, without a package. Both compare amount and account with the order, read `checks.ok` and `history.seenBefore`, and print `paid` only when everything matches. The order number is the `Idempotency-Key`: a repeated call gets the `history` of its first response, so it does not report its own receipt as used.',
    },
    live: {
      title: '8. Going live',
      text: 'Make a live key; the requests stay the same. Follow four rules:',
      rules: ({ line, attempt, timeOut }: GuideTimeouts) => [
        'Match on `verdict` first, then on `error.code` or `error.reason`; never on a message.',
        `Set a time-out of ${timeOut} seconds: a call may wait ${line} seconds in the queue of a busy bank, which is then asked twice, for ${attempt} seconds each.`,
        '`error.retry` says whether to retry: `never`, `after` as many seconds as `Retry-After` says, or `backoff`, with growing pauses.',
        'Send an `Idempotency-Key`, for example your order number, with calls that your program may repeat. Never repeat a call for a bank with `viewLimited` in `/api/providers`: such a link opens about five times in total.',
      ],
      errors: 'Every error has its own page: `error.docs` links to it. `/docs/errors` lists them all.',
      reference: 'Every endpoint',
      sandbox: 'Every bank and outcome to try',
    },
  },
};
