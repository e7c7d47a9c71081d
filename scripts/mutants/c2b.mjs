// @ts-check
/** @type {import('../lib/mutation.mjs').Room} */
export const c2b = {
  folder: 'packages/domain/src/c2b',
  faults: [
    {
      file: 'offline-payment.ts',
      find: `if (inquiry === 'denied') return hold(around, { review: 'confirmation_unverified' });`,
      replace: '',
      harm: 'a confirmation that the provider denies becomes a payment',
    },
    {
      file: 'offline-payment.ts',
      find: `if (mustVerify && inquiry !== 'confirmed') {`,
      replace: `if (mustVerify && inquiry === 'unavailable') {`,
      harm: 'a payment that must be verified is announced before the provider has confirmed it',
    },
    {
      file: 'offline-payment.ts',
      find: 'if (open.length > 0 || around.isCut) {',
      replace: 'if (open.length > 0) {',
      harm: 'money of a prompt is recorded twice when a shortcode has more prompts than are read',
    },
    {
      file: 'offline-payment.ts',
      find: 'if (around.hasUnread) return undefined;',
      replace: '',
      harm: 'a receipt goes to one prompt while the callback of another one waits unread',
    },
    {
      file: 'offline-payment.ts',
      find: 'if (rivals.length === 0) return first;',
      replace: 'return first;',
      harm: 'a receipt goes to a prompt that another confirmation fits as well',
    },
    {
      file: 'offline-payment.ts',
      find: `|| (agreement === 'weak' && around.hasSameAmount)`,
      replace: '',
      harm: 'a receipt goes to a prompt by a masked number although an offline payment may be its money',
    },
    {
      file: 'offline-payment.ts',
      find: `return status === 'pending' && (isAcknowledged || ageSeconds < unacknowledgedHoldSeconds);`,
      replace: `return status === 'pending' && isAcknowledged;`,
      harm: 'money is recorded beside a prompt whose acknowledgement is on its way',
    },
    {
      file: 'phone-likeness.ts',
      find: `if (head.replace(commonBeginning, '').length + tail.length < shownDigitsMin) return 'unknown';`,
      replace: '',
      harm: 'a mask that shows nothing excludes the prompt that it is the money of',
    },
    {
      file: 'receive-offline-payment.ts',
      find: 'if (!isShortcodeOf(registration, payment.shortcode)) {',
      replace: `if (!isShortcodeOf(registration, '')) {`,
      harm: 'money of another shortcode is recorded for the merchant of a hook',
    },
    {
      file: 'receive-offline-payment.ts',
      find: 'if (!amount || Number(amount.exact) === 0) {',
      replace: 'if (!amount) {',
      harm: 'a confirmation of nothing becomes a payment',
    },
    {
      file: 'receive-offline-payment.ts',
      find: 'registration.verifyFrom !== null && Number(amount.exact) >= registration.verifyFrom',
      replace: 'registration.verifyFrom !== null && Number(amount.exact) > registration.verifyFrom',
      harm: 'a payment of exactly the amount from which on the provider is asked is not verified',
    },
    {
      file: 'receive-offline-payment.ts',
      find: `  if (!isOurs) {
`,
      replace: `  if (!isOurs && row.id === '') {
`,
      harm: 'a receipt goes to a prompt of another organization on the same shortcode',
    },
    {
      file: 'known-receipt.ts',
      find: 'if (isSameAmount && !isForeign) return undefined;',
      replace: 'if (isSameAmount) return undefined;',
      harm: 'nobody learns that a receipt is claimed by two applications',
    },
    {
      file: 'known-receipt.ts',
      find: 'amount.hasFraction ? known.exactAmount === amount.exact : known.amount === amount.whole',
      replace: 'amount.hasFraction || known.amount === amount.whole',
      harm: 'a receipt that comes again with other cents raises no alarm',
    },
    {
      file: 'receipt-inquiry.ts',
      find: `return reported.exact === amount.exact ? 'confirmed' : 'denied';`,
      replace: `return 'confirmed';`,
      harm: 'the provider confirms a receipt of another amount, and the payment is announced',
    },
    {
      file: 'receipt-inquiry.ts',
      find: `if (state !== 'completed') return 'denied';`,
      replace: '',
      harm: 'a transaction that the provider reversed confirms a payment',
    },
    {
      file: 'decide-confirmation.ts',
      find: 'if (held?.applicationId === tenant.applicationId && held.environment === tenant.environment) return held;',
      replace: 'if (held?.environment === tenant.environment) return held;',
      harm: 'a person decides about a confirmation of another merchant',
    },
    {
      file: 'decide-confirmation.ts',
      find: 'payment.shortcode !== held.shortcode || payment.amount !== held.amount',
      replace: 'payment.shortcode !== held.shortcode',
      harm: 'a person gives a receipt to a payment of another amount',
    },
    {
      file: 'decide-confirmation.ts',
      find: `if (payment.status !== 'success') {`,
      replace: `if (payment.status === 'pending') {`,
      harm: 'a person gives a receipt to a failed payment, which stays failed',
      tests: ['packages/domain/src/desk/'],
    },
    {
      file: 'held-statements.ts',
      find: `AND c.retry_at IS NOT NULL
      WHERE h.callback_id = \${callbackId}`,
      replace: `
      WHERE h.callback_id = \${callbackId}`,
      harm: 'a confirmation that has ended is decided about again',
    },
    {
      file: 'held-statements.ts',
      find: `WHERE h.environment = \${by.environment}::"Environment" AND h.shortcode = \${by.shortcode} AND h.amount = \${by.amount}`,
      replace: `WHERE h.shortcode = \${by.shortcode} AND h.amount = \${by.amount}`,
      harm: 'a confirmation of the sandbox keeps a receipt from a prompt of production',
    },
    {
      file: 'validation.ts',
      find: 'amount.whole > amountMax || (amount.whole === amountMax && amount.hasFraction)',
      replace: 'amount.whole > amountMax',
      harm: 'a payment some cents above the limit of a merchant goes through',
    },
    {
      file: 'validation.ts',
      find: `unusable: 'C2B00016'`,
      replace: `unusable: '0'`,
      harm: 'a pattern that cannot be used lets every reference through',
    },
    {
      file: 'surroundings.ts',
      find: 'if (ageSeconds < -clockSkewSeconds || ageSeconds > paidBeforeMaxSeconds) {',
      replace: 'if (ageSeconds > paidBeforeMaxSeconds) {',
      harm: 'a payment is dated in the future',
    },
    {
      file: 'pull-statements.ts',
      find: `SELECT 1 FROM held_confirmations h WHERE h.environment = \${by.environment}::"Environment"`,
      replace: `SELECT 1 FROM held_confirmations h WHERE h.environment <> \${by.environment}::"Environment"`,
      harm: 'a held confirmation is pulled and recorded a second time',
      tests: ['packages/domain/src/callbacks/'],
    },
  ],
};
