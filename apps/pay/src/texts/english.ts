/** A number of seconds in words, such as `57 seconds` or `12 minutes`. */
function wait(seconds: number): string {
  const [count, unit] =
    seconds <= 120
      ? [seconds, 'second']
      : seconds <= 90 * 60
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Every sentence of the payment pages. Names, titles and amounts are plain text. */
export const english = {
  other: 'Kiswahili',
  wait,
  /** A sum with its currency. */
  kes: (amount: number) =>
    `KES ${amount.toLocaleString('en-GB', { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 })}`,
  /** Where the money goes, beside the name. */
  place: { paybill: (number: string) => `paybill ${number}`, till: (number: string) => `till ${number}` },
  /** Before the last of several. */
  or: ' or ',
  sandbox: 'Test page: no real money moves.',
  footer: {
    pin: (networks: string) => `${networks} asks for your PIN on your phone. Never type it into a page.`,
    report: 'Report this page',
    reportSubject: (merchant: string) => `Payment page of ${merchant}`,
    reportBody: 'Copy the address of the page here, and say what is wrong with it:',
  },
  form: {
    payTo: (merchant: string, place: string) => `Pay ${merchant} (${place})`,
    received: (paid: string, asked: string) => `${paid} of ${asked} received. You pay the rest.`,
    held: (amount: string) => `A payment of ${amount} has come. We are making sure which one it is. Do not pay again.`,
    expires: 'Pay by',
    amount: 'Amount in KES',
    amountHint: (min: string, max: string) => `From ${min} to ${max}, whole shillings.`,
    amountChoose: 'Amount',
    otherAmount: 'Other amount',
    phone: (networks: string) => `${networks} phone number`,
    phoneHint: (sample: string) => `Such as ${sample}. This phone gets the request.`,
    phoneKnownHint: 'This number is filled in for you. To use another phone, type its number.',
    optional: 'optional',
    choose: 'Choose',
    will: (networks: string, phone: string, amount: string, to: string) =>
      `${networks} will ask on the phone ${phone} to pay ${amount} to ${to}. You confirm with your PIN there.`,
    willTyped: (networks: string, amount: string, to: string) =>
      `${networks} will ask on the phone that you type here to pay ${amount} to ${to}. You confirm with your PIN there.`,
    yourAmount: 'the amount that you choose',
    pay: (amount: string) => `Pay ${amount}`,
    payAny: 'Pay',
    repeat: (networks: string) => `I did not get a message from ${networks} that I paid`,
    repeatHint: 'Look at your messages first: an earlier payment may have gone through.',
  },
  errors: {
    title: 'Check the form',
    prefix: 'Error',
    late: 'This page was open for too long. Look at what it says, and press the button again.',
    busy: (time: string) =>
      `Very many people are paying on this page. Nothing was asked on your phone. Wait ${time}, then press the button again.`,
    phone_missing: (networks: string) => `Type your ${networks} phone number.`,
    phone_wrong: (_networks: string, sample: string) => `This is no Kenyan mobile number. Write it like ${sample}.`,
    amount_missing: 'Say how much you want to pay.',
    amount_whole: 'Write the amount in whole shillings, such as 500.',
    amount_choice: 'Choose one of the amounts.',
    amount_low: (amount: string) => `Pay ${amount} or more.`,
    amount_high: (amount: string) => `Pay ${amount} or less.`,
    amount_changed: (amount: string) =>
      `The amount has changed: it is ${amount} now. Press the button if that is right.`,
    answer_missing: 'This answer is needed.',
    answer_long: 'Write at most 100 characters.',
    answer_number: 'Write a number, such as 12.',
    answer_choice: 'Choose one of the answers.',
    answer_characters: 'This contains characters that cannot be used. Type it again.',
  },
  menu: {
    title: 'Pay from the M-PESA menu',
    step1: 'On your phone, open M-PESA, then Lipa na M-PESA, then Pay Bill.',
    step2: 'Type the business number and the account number.',
    step3: 'Type the amount, then your PIN.',
    business: 'Business number',
    account: 'Account number',
    amount: 'Amount',
    copy: 'Copy',
    copied: 'Copied',
    ussd: 'Without the menu, dial *334#.',
    after: 'When M-PESA has confirmed, this page says that it is paid. Load it again if it does not.',
  },
  ended: {
    paid: { title: 'This is paid', text: 'Nothing is left to pay here. Do not pay again.' },
    ended: {
      title: 'This page is closed',
      text: 'Nobody can pay on it any more. If you still want to pay, ask the shop for a new link.',
    },
    expired: {
      title: 'This page has expired',
      text: 'The time to pay on it is over. If you still want to pay, ask the shop for a new link.',
    },
    unavailable: {
      title: 'Not available',
      text: 'Nobody can pay on this page at the moment. Ask the shop how to pay.',
    },
  },
  spent: {
    text: 'This page has asked as many phones as it may.',
    menu: 'Pay from the M-PESA menu, as shown below.',
  },
  faults: {
    unknown: { title: 'There is no such page', text: 'Check the address, or ask whoever sent it to send it again.' },
    foreign: {
      title: 'Not sent',
      text: 'This did not come from our page. Open the link that you got, and pay from there.',
    },
    unreadable: {
      title: 'Not sent',
      text: 'We could not read what was sent. Nothing was asked. Go back and try again.',
    },
    broken: {
      title: 'Something went wrong',
      text: 'This is our fault. Load the page again in a minute. If your phone asks for your PIN, your request has gone out.',
    },
    tooMany: {
      title: 'Too many requests',
      text: (seconds: number) =>
        `Too many requests came from your network. Wait ${wait(seconds)}, then load the page again.`,
    },
  },
  attempt: {
    asking: {
      title: (networks: string) => `Asking ${networks}`,
      text: (phone: string) => `We are sending a request to the phone ${phone}. Keep it close and unlocked.`,
    },
    check: {
      title: 'Check your phone',
      text: (networks: string, phone: string, amount: string, to: string) =>
        `Type your ${networks} PIN on the phone ${phone} to pay ${amount} to ${to}.`,
    },
    finding: {
      title: 'We are finding out',
      text: (networks: string) =>
        `${networks} has not said yet whether you paid. If you typed your PIN, do not pay again: this page will say what came of it.`,
    },
    paid: { title: 'Paid', text: (amount: string, to: string) => `You paid ${amount} to ${to}.` },
    failed: { title: 'Not paid' },
    refused: { title: 'No request was sent' },
    stale: { title: 'Not sent', text: 'Nothing was asked on your phone, and you paid nothing. Try again.' },
    since: (seconds: string) => `Asked ${seconds} seconds ago.`,
    reference: 'Reference',
    receipt: (network: string) => `${network} receipt`,
    amount: 'Amount',
    time: 'Time',
    back: (merchant: string) => `Back to ${merchant}`,
    retry: 'Try again',
    retryIn: (time: string) => `You can try again in ${time}.`,
    toPage: 'Back to the payment page',
    later: 'Come back to this page, or load it again. Nothing is lost.',
  },
  receipt: {
    title: 'Receipt',
    to: 'Paid to',
    what: 'For',
    phone: 'Paid by',
    noInvoice: 'This is a receipt of a payment, not a tax invoice.',
    refunded: 'This payment was refunded: the money went back to the payer.',
    refundedPart: (amount: string) => `${amount} of this went back to the payer.`,
    print: 'Print',
    open: 'Receipt',
  },
  advice: {
    again: 'You can try again now.',
    phone_on:
      'Keep the phone on and unlocked, with its Safaricom SIM. If requests never appear, dial *234# to update the SIM.',
    /** For networks whose SIM we know nothing more of. */
    phone_on_other: 'Keep the phone on and unlocked, with the SIM of this number.',
    top_up: (networks: string) => `Top up your ${networks}, or pay from another phone.`,
    pin: (networks: string) => `Try again with the right ${networks} PIN.`,
    other_open: 'Finish or close what is open on your phone first.',
    same_amount: 'M-PESA takes the same amount a second time only after 2 minutes.',
    /** The network that was asked may be another than the one with a menu. */
    menu: (networks: string) =>
      `Look at your messages first. If ${networks} did not write that you paid, pay from the M-PESA menu, as shown below.`,
    ask: (merchant: string) => `Ask ${merchant} how to pay.`,
  },
  refusals: {
    link_ended: 'The page was closed before the request went out. Ask the shop for a new link.',
    link_paid: 'This is paid already. Do not pay again.',
    link_full: 'The page has all the payments that it takes.',
    unavailable: 'The shop cannot take payments here at the moment. Ask it how to pay.',
    payment_open: 'A payment for this is on its way. Wait for its result (usually within 2 minutes).',
    amount_changed: 'The amount has changed since you opened the page. Nothing was asked on your phone.',
    too_soon: 'A request went to this phone a moment ago.',
    too_many: 'Too many requests were sent. This protects you from requests that you did not ask for.',
    stopped: 'This phone number takes no requests from us. Use another phone.',
    rule: 'The shop does not take this payment here. Try a smaller amount, or ask the shop how to pay.',
    not_sent: 'The request was not taken. Nothing was asked on your phone, and you paid nothing.',
  },
  /** What a result of a network means to the payer, by the sentence of the catalogue. Undefined: those sentences. */
  results: undefined as Record<string, string> | undefined,
};

export type Words = typeof english;
