/** The landing page and its demo. */

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** What an answer means, and what to do next. */
type FailureText = readonly [means: string, next: string];

const waits =
  'This says nothing against the customer. Do not hand over the goods yet: try again in a few minutes, or look at your own account.';

const says = {
  empty: ['There is no receipt here yet.', 'Paste the link, the number or the SMS, or choose a picture.'],
  invalid: [
    'Part of what was sent is invalid.',
    'Check the details. Write the amount as a figure, such as 5,000.00.',
  ],
  unknown: [
    'This is not a receipt from a bank we support.',
    'Look for a typing error: the letter O and the digit 0 are easily mixed up. Or paste the whole SMS.',
  ],
  needsAccount: [
    'This bank also needs digits of an account number.',
    'Add them in the form, or paste the link of the receipt.',
  ],
  needsPhone: [
    'This bank also needs the phone number of the payer.',
    'Add it in the form, or paste the link of the receipt.',
  ],
  needsLink: [
    'This bank needs the link of the receipt; the number alone is not enough.',
    'Ask the customer for the link, or for the SMS with the link in it.',
  ],
  ambiguous: ['Several banks use numbers like this one.', 'Choose the bank in the form.'],
  unread: [
    'No receipt could be read in the picture.',
    'Send a sharper picture of the whole receipt, or its number, link or SMS.',
  ],
  codesOnly: [
    'Only QR codes and text in PDFs are read here, and no receipt was found in them.',
    'Send the number, the link or the SMS, or a picture that shows the whole QR code.',
  ],
  misread: [
    'The number was read from a picture and may have been misread: the bank does not confirm it.',
    'This says nothing about the payment. Compare the number with the receipt, and type it in.',
  ],
  tooLarge: ['The file is too large.', 'Send a picture of at most 5 MB, or the number, link or SMS.'],
  noMorePictures: ['No more pictures can be read today.', 'Send the number, the link or the SMS instead.'],
  stillChecking: [
    'Other receipts of yours are still being checked.',
    'Wait for their answers, then try again.',
  ],
  silent: ['The bank does not answer at the moment.', waits],
  blocked: ['The bank answered with something other than a receipt.', waits],
  unreadable: ['The bank answered, but its answer could not be understood.', waits],
  notFound: [
    'The bank has no such payment.',
    'Do not hand over the goods. Check the number: a typing error looks the same, and a payment made just now may take a few minutes to appear.',
  ],
  notSettled: [
    'The bank has not finished this payment.',
    'Do not hand over the goods. The payment may still be on its way, or it may have been stopped or reversed. Ask again in a few minutes.',
  ],
  otherReceipt: [
    'The bank shows another payment under this number.',
    'Do not hand over the goods. Ask the customer for the right number, or for the SMS.',
  ],
  ours: ['Something went wrong on our side.', 'This says nothing about the payment. Try again in a minute.'],
} satisfies Record<string, FailureText>;

export const landing = {
  title: 'Did the money arrive?',
  lead: 'A customer shows you a receipt. Deresegn asks the bank whether the payment is real, and who received it.',
  description:
    'Paste or photograph a payment receipt. Deresegn asks the Ethiopian bank or wallet that issued it, and says: verified, not verified, or could not check.',
  box: 'Link, number or SMS of the receipt',
  boxHint: 'Paste what the customer sent you',
  picture: 'Photo or PDF',
  more: 'Add bank, account, phone or amount',
  account: 'Account number, or its last digits',
  phone: 'Phone number of the payer',
  bank: 'Bank',
  anyBank: 'Detect automatically',
  amount: 'Expected amount in birr',
  amountHint: 'If given, the answer says whether it matches the payment.',
  submit: 'Ask the bank',
  busy: 'Asking the bank…',
  failed: 'No answer arrived. Check your connection and try again.',
  simulated: 'The banks here are simulated, and no real payment is checked. Try one of these:',
  examples: {
    SETTLED: 'A real payment',
    GONE: 'A receipt the bank does not have',
    PEND: 'A payment that is not finished',
    WALL: 'A bank that does not answer',
  },
  limits: (receipts: number, pictures: number) =>
    `Free, without signing up: ${receipts} receipts and ${pictures} pictures an hour.`,
  left: (receipts: number, pictures: number) =>
    `Left this hour: ${counted(receipts, 'receipt')}, ${counted(pictures, 'picture')}.`,
  chat: {
    title: 'What the cashier sees in Telegram',
    sent: 'Photo of a receipt',
    example: 'Recorded from the bot with a simulated bank.',
  },
  result: {
    verified: 'Verified',
    not_verified: 'Not verified',
    could_not_check: 'Could not check',
    verifiedMeans: 'The bank confirms that this payment is complete.',
    verifiedNext: 'Check that the amount is right and that you are the receiver, then hand over the goods.',
    says,
    payer: 'Payer',
    receiver: 'Receiver',
    time: 'Time at the bank',
    bank: 'Bank',
    reference: 'Number',
    unknown: 'The bank does not say',
    otherFile:
      'This file type is not supported. Send a screenshot, a JPEG, PNG or WebP picture, or a PDF. Send an iPhone’s HEIC photo as a JPEG.',
    noPictures: 'Pictures are not supported here. Send the number, the link or the SMS.',
    unreadPages:
      'Only the first pages of this PDF were read, and they show no receipt. Send only the page with the receipt.',
    json: 'For developers: the response as JSON',
    simulated: 'A simulated bank answered: this is a test, and no money has moved.',
    oneOfSeveral: (end: string) =>
      `The picture shows another receipt too. Only the one that ends in ${end} was checked: send the other separately.`,
    amountAsExpected: 'The amount is what you expected.',
    amountOff: (difference: string) =>
      `The amount is not what you expected. Difference in birr: ${difference}`,
    amountOffNext: 'Do not hand over the goods yet. Ask for the rest, or for the right receipt.',
    limited: 'The free receipts for this hour are used up.',
    again: (minutes: number) =>
      `Come back in ${counted(minutes, 'minute')}. Shops with the bot and developers with a key do not have this limit.`,
  },
  verdicts: {
    title: 'Three answers, and what to do',
    lead: 'Every check ends in one of them. A bank that is down says nothing against a payment.',
    example: 'Real answers of Deresegn about payments at a simulated bank.',
    asExpected: 'Amount and receiver are as expected.',
    next: 'What to do',
    verified: 'Hand over the goods.',
    not_verified:
      'Do not hand over the goods. Ask for another receipt, and accuse nobody: it may be a typing error.',
    could_not_check: 'Wait, or look at your own account. It says nothing against the customer.',
  },
  how: {
    title: 'How it works',
    drawing:
      'The receipt goes to Deresegn. Deresegn asks the bank, the bank answers, and you get the verdict.',
    receipt: 'Receipt',
    bank: 'Bank',
    verdict: 'Verdict',
    steps: [
      'You send what you have: link, number, SMS, screenshot or PDF.',
      'Deresegn finds the bank, and opens the receipt at the bank’s own address. It never trusts what a picture says.',
      'You get one of three answers, usually within seconds.',
    ],
  },
  bot: {
    title: 'For your cashiers: the Telegram bot',
    lead: 'The cashier forwards the receipt to the bot, and the answer comes in the same chat. The bot speaks Amharic, Afaan Oromo and English.',
    steps: [
      'Open the bot and press “Open a shop”.',
      'Save the accounts you are paid into: then a payment to somebody else is refused.',
      'Invite your cashiers with a link.',
    ],
    open: 'Open the bot in Telegram',
    code: 'QR code that opens the bot in Telegram',
  },
  code: {
    title: 'For developers',
    lead: 'One call per receipt. Each of these runs as pasted: without a key it uses the demo, and with `DERESEGN_KEY` set it uses your key.',
    languages: 'Language of the program',
    reference: 'Reference of every endpoint',
    sandbox: 'Examples of every bank and outcome',
  },
  plans: {
    title: 'Plans',
    plan: 'Plan',
    verifications: 'Receipts',
    window: { day: 'a day', month: 'a month' },
    over: 'Beyond that',
    stop: 'Stops, nothing to pay',
    price: (etb: number) => `${etb} birr each, if you switch it on`,
    pictures: 'Pictures a month',
    contract: 'By contract',
    note: 'A receipt counts when it is fetched from the bank: asking again for the same one is free, and so is an answer without a receipt. A picture counts once it has been read, whatever the result.',
  },
  banks: {
    title: 'Banks and wallets',
    lead: 'What each bank needs, and its status right now.',
    number: 'The number is enough',
    needs: {
      account: 'Number and digits of the account',
      phone: 'Number and phone of the payer',
      link: 'The link of the receipt',
    },
    fewViews: 'Its links open only a few times',
    unread: 'Its receipts cannot be verified yet',
    status: 'The banks over the last 90 days',
    recognised: 'Recognised, but cannot be checked yet',
  },
  questions: {
    title: 'Questions',
    all: (freeReceipts: string) => [
      [
        'Can an edited screenshot pass?',
        'No. Deresegn never trusts what a picture or a message says: it reads only the number in it, and asks the bank. Once your accounts are saved, it also notices a real receipt of a payment to somebody else, and a receipt that was used before.',
      ],
      [
        'Does the customer need anything?',
        'No. No app and no account: the SMS, link, screenshot or PDF that the bank gives every payer is enough.',
      ],
      [
        'What if the bank is down?',
        'Then the answer is “Could not check”, never “Not verified”. The bot asks again by itself once the bank is back.',
      ],
      [
        'Which receipts can I send?',
        'The link, the number, the whole SMS, a screenshot, a photo or the PDF. The link and the SMS are the most reliable; a picture must show the whole receipt. Some banks need more than the number: see the list of banks.',
      ],
      [
        'Is it safe?',
        'Nobody asks for your PIN or password, and nothing here can move money. Deresegn only opens the page that the bank shows to everyone who has the receipt.',
      ],
      [
        'What is stored?',
        'What the bank shows about a receipt, so that the same receipt is recognised later. Pictures and files are read but not stored.',
      ],
      [
        'What does it cost?',
        `The Free plan has ${freeReceipts} receipts a month and costs nothing; when they are used up, it stops until the next month. For more, see the plans.`,
      ],
    ],
    begin: 'How do I begin?',
    withBot: 'A shop: open the bot in Telegram and press “Open a shop”; it is on the Free plan at once.',
    withoutBot: 'A shop: try a receipt above, and ask whoever runs this service for its Telegram bot.',
    developers: 'A developer: follow the guide, which runs against simulated banks.',
  },
};
