/** Texts of the page of payers. */
export const pay = {
  title: (merchant: string) => (merchant === '' ? 'Payment' : `Payment to ${merchant}`),
  simulated: 'This is a test: no real bank is asked, and no money moves.',
  left: 'Still to pay',
  for: 'For',
  timeLeft: 'Time left',
  hours: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
  minutes: (minutes: number) => `${minutes} min`,
  refresh: 'This page updates by itself.',
  reload: 'Reload this page to see what has changed.',
  to: '1. Pay to this account',
  toOneOf: '1. Pay to one of these accounts',
  account: 'Account',
  name: 'Name',
  bank: 'Bank',
  handIn: '2. Send your receipt',
  text: 'Link, reference number or SMS from the bank',
  picture: 'Or a picture of the receipt, or its PDF',
  pictureHint: 'JPEG, PNG, WebP or PDF, up to 5 MB.',
  camera: 'Or take a photo',
  more: 'Account number',
  phone: 'Phone number you paid from',
  submit: 'Send',
  attempt: 'Your receipt',
  oneOfSeveral: (end: string) =>
    `The picture shows another receipt too. Only the one that ends in ${end} was checked: send the other separately.`,
  back: 'Back to the shop',
  status: {
    open: ['Waiting for payment', 'Pay, then send your receipt on this page.'],
    paid: ['Paid', 'This payment is complete. Do not pay again.'],
    review: [
      'The shop is checking',
      'A payment has come in, and the shop is looking at it. Do not pay again.',
    ],
    expired: [
      'Time is up',
      'Do not pay now. Ask the shop for a new request or, if you have already paid, what to do.',
    ],
    canceled: ['Canceled', 'The shop has canceled this request. Do not pay. If you have paid, ask the shop.'],
  },
  says: {
    checking: ['We are asking the bank', 'Please wait. Do not pay again.'],
    paid: ['Your payment has arrived', 'Thank you. There is nothing more to do.'],
    partial: ['Partly paid', 'Your payment counts. Pay what is still due, then send that receipt too.'],
    review: [
      'The shop is checking your payment',
      'The bank confirms it, but the shop has to look at it. Do not pay again.',
    ],
    refused: ['The shop did not accept this payment', 'Ask the shop before you pay again.'],
    tooLittle: [
      'Not enough was paid',
      'The receipt is for less than is due. Pay the whole amount in one payment, or ask the shop.',
    ],
    wrongReceiver: [
      'Paid to another account',
      'Compare the account on your receipt with the account on this page. If you have sent the wrong receipt, send the right one.',
    ],
    wrongCurrency: ['Not paid in birr', 'Ask the shop.'],
    tooEarly: ['This is an older payment', 'Send the receipt of the payment for this request.'],
    tooLate: ['Paid or sent too late', 'The time for this request was over. Ask the shop.'],
    used: ['This receipt was used before', 'One receipt pays once. Send the receipt of this payment.'],
    repeated: ['This receipt already counts', 'There is nothing to do. You do not need to send it again.'],
    notFound: [
      'The bank does not have this receipt',
      'Compare the number, or send the link or SMS from the bank. If you paid just now, wait a few minutes and send it again.',
    ],
    notSettled: [
      'The bank has not finished this payment',
      'Wait a few minutes, then send the receipt again. Do not pay again.',
    ],
    otherReceipt: [
      'The bank shows another receipt',
      'Compare the number, or send the link or SMS from the bank.',
    ],
    doubtful: ['The picture may have been misread', 'Send the link, the SMS or the number instead.'],
    retrying: [
      'The bank does not answer at the moment',
      'That is not your fault. We will ask again by ourselves. Do not pay again; you may close this page and come back.',
    ],
    shopChecks: [
      'The shop will check',
      'It could not be checked here. Do not pay again. Keep your receipt and show it to the shop.',
    ],
    unread: [
      'No receipt could be read',
      'Send a sharper picture of the whole receipt, or its link, number or SMS.',
    ],
    codesOnly: [
      'Only QR codes and text in PDFs are read here',
      'No receipt was found in one. Send the link, the number or the SMS instead.',
    ],
    noPictures: ['Pictures cannot be read at the moment', 'Send the link, the number or the SMS instead.'],
    needsMore: [
      'The number alone is not enough',
      'Send the link or the whole SMS from the bank, or fill in the fields below.',
    ],
    unknown: [
      'We do not recognise this receipt',
      'Send the link, the number or the whole SMS that you got from the bank.',
    ],
    couldNotCheck: [
      'It could not be checked',
      'That says nothing about your payment. Do not pay again. Wait a few minutes and send it again, or ask the shop.',
    ],
    closed: [
      'This request is no longer open',
      'If you have paid and your order is not confirmed, ask the shop.',
    ],
    tooMany: ['Too many receipts were sent', 'No more are accepted here. Ask the shop.'],
    slowDown: ['Too many receipts from your network', 'Wait an hour, or ask the shop.'],
    empty: ['Nothing was sent', 'Enter the link, the number or the SMS, or choose a picture.'],
    tooLarge: ['The file is too large', 'Send a smaller picture, or the link, number or SMS.'],
    otherFile: [
      'This file cannot be read',
      'Send a JPEG, PNG, WebP or PDF, an iPhone’s HEIC photo as a JPEG, or the link, number or SMS.',
    ],
    unreadPages: [
      'Only the first pages of this PDF were read',
      'They show no receipt. Send only the page with the receipt, or the link, number or SMS.',
    ],
  },
};
