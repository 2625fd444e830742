/** How long a call may take at most, in seconds. */
export interface Patience {
  line: number;
  attempt: number;
  timeOut: number;
}

/** "Verify in ten minutes", for whoever programs for a shop. Text between backquotes is code. */
export const guide = {
  title: 'Verify in ten minutes',
  lead: 'From nothing to a till that knows whether the money came. Every command works as pasted into a terminal, against simulated banks: no real money, no real bank.',
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
      text: 'A real receipt may still be of another sum, for somebody else, or of last week. Say what you expect:',
      after:
        'Give the goods away only if `verdict` is `verified`, `checks.ok` is true, and `history.seenBefore` is false. A failed check never changes the verdict: the receipt is real, only not what you wanted.',
    },
    bad: {
      title: '4. A bank that says no, and a bank that is silent',
      text: 'The last four characters of a simulated reference choose what the bank does. This bank has no such receipt:',
      second: 'And this one sends something else than an answer:',
      after:
        '`not_verified`: the bank has said no. Do not hand over, and do not accuse anybody: a typing error, or a payment made minutes ago, looks the same. `could_not_check`: nobody has said anything. Where `error.retry` is `backoff`, try again with pauses that grow; else look into the account.',
    },
    picture: {
      title: '5. A screenshot',
      text: 'Up to five pictures or PDFs of one receipt. This fetches a simulated screenshot and sends it back:',
      after:
        '`detections` says what was read, `upstream.result` is the verification. Pictures are never stored.',
    },
    later: {
      title: '6. Without waiting',
      text: 'A bank may take its time. With `waitMs` the call is answered 202 after so many milliseconds and goes on by itself; ask for it later:',
      after: 'It is the answer of the call itself once it is over, and 202 until then.',
    },
    program: {
      title: '7. In your program',
      text: 'The same in TypeScript and in Python, without a package. Both compare amount and account with the order, look at `checks.ok` and at `history.seenBefore`, and say `paid` only where all of it fits. The number of the order is the `Idempotency-Key`: a call that is repeated gets the `history` of its first answer, so that it does not call its own receipt used.',
    },
    live: {
      title: '8. For real',
      text: 'Mint a live key and send nothing else differently. Keep to four rules:',
      rules: ({ line, attempt, timeOut }: Patience) => [
        'Match on `verdict` first, then on `error.code` or `error.reason`; never on a message.',
        `Set a time-out of ${timeOut} seconds: a call may wait ${line} seconds in the line of a busy bank, which is then asked twice, for ${attempt} seconds each.`,
        '`error.retry` says whether to send the call again: `never`, `after` as many seconds as `Retry-After` says, or `backoff`, with pauses that grow.',
        'Send an `Idempotency-Key`, the number of your order for instance, with calls that your program may repeat. Never let it repeat one for a bank with `viewLimited` in `/api/providers`: such a link opens about five times, for ever.',
      ],
      errors:
        'Every error has a page of its own: `error.docs` is its address. `/docs/errors` lists them all.',
      reference: 'Every endpoint',
      sandbox: 'Every bank and outcome to try',
    },
  },
};
