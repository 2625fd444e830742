/** The landing page and its demo. */

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

export const landing = {
  title: 'Did the money arrive?',
  lead: 'A customer shows you a receipt. Deresegn asks the bank itself and tells you whether the payment is real and settled, and who received it.',
  boxTitle: 'Try it with a receipt',
  box: 'Link, reference or SMS',
  boxHint: 'Paste what the customer sent you.',
  picture: 'Or a picture or PDF of the receipt',
  pictureHint: 'You can also drop it here, or paste it.',
  camera: 'Or take a photo',
  more: 'Some banks need more',
  account: 'Account number, or its last digits',
  phone: 'Phone number of the payer',
  bank: 'Bank',
  anyBank: 'Detect automatically',
  amount: 'Expected amount in birr',
  amountHint: 'If given, the answer says whether it matches the payment.',
  submit: 'Ask the bank',
  busy: 'Asking the bank…',
  failed: 'No answer came. Check your connection and try again.',
  simulated: 'The banks here are simulated. No real payments are checked; try one of these:',
  examples: {
    SETTLED: 'A real payment',
    GONE: 'A receipt the bank does not have',
    PEND: 'A payment that is not settled',
    WALL: 'A bank that does not answer',
  },
  limits: (verifications: number, reads: number) =>
    `Without a key: ${verifications} verifications and ${reads} pictures an hour.`,
  left: (verifications: number, reads: number) =>
    `Left this hour: ${counted(verifications, 'verification')}, ${counted(reads, 'picture')}.`,
  result: {
    verified: 'Verified',
    not_verified: 'Not verified',
    could_not_check: 'Could not check',
    verifiedMeans: 'The bank shows this payment as settled.',
    payer: 'Payer',
    receiver: 'Receiver',
    time: 'Time at the bank',
    bank: 'Bank',
    reference: 'Reference',
    unknown: 'The bank does not say',
    otherFile:
      'This file type is not supported. Send a screenshot, a JPEG, PNG or WebP picture, or a PDF; an iPhone’s HEIC photo as a JPEG.',
    noPictures: 'Pictures are not supported here. Send the reference, the link or the SMS.',
    unreadPages:
      'Only the first pages of this PDF were read, and they show no receipt. Send only the page with the receipt.',
    json: 'The response as JSON',
    simulated: 'A simulated bank answered: this is a test, no money has moved.',
    amountAsExpected: 'The amount is what you expected.',
    amountOff: (difference: string) =>
      `The amount is not what you expected. Difference in birr: ${difference}`,
    again: (minutes: number) =>
      `Come back in ${counted(minutes, 'minute')}, or use your own key, which does not have this limit.`,
  },
  how: {
    title: 'How it works',
    steps: [
      'You send what you have: link, reference, SMS, screenshot or PDF.',
      'Deresegn finds the bank and opens the receipt at the bank’s own address.',
      'You get one of three answers: verified, not verified, or could not check. A bank that is down says nothing against a payment.',
    ],
  },
  code: {
    title: 'In your own program',
    lead: 'Paste one of these. Without a key they use the demo; with DERESEGN_KEY set they use your key.',
    guide: 'Verify in ten minutes',
    reference: 'Reference of every endpoint',
    sandbox: 'Examples of every bank and outcome',
    copy: 'Copy',
    copied: 'Copied',
  },
  plans: {
    title: 'Plans',
    verifications: 'Verifications',
    window: { day: 'a day', month: 'a month' },
    over: 'Over the cap',
    stop: 'Stops',
    price: (etb: number) => `${etb} ETB each, if you switch it on`,
    pictures: 'Pictures a month',
    contract: 'By contract',
    note: 'Only receipts fetched from a bank count as verifications: repeated and failed verifications cost nothing. A picture counts once it has been read, whatever the result.',
  },
  banks: {
    title: 'Banks and wallets',
    recognised: 'Recognised, but not supported',
    needs: { account: 'needs account digits', phone: 'needs the payer’s phone', link: 'needs the link' },
  },
};
