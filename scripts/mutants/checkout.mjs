// @ts-check

/** @type {import('../lib/mutation.mjs').Room} */
export const checkout = {
  folder: 'packages/domain/src/checkout',
  faults: [
    {
      file: 'prompt-attempt.ts',
      find: 'if (await burn()) {',
      replace: 'if (burn) {',
      harm: 'a page says that nothing was sent, and a worker that slept sends the prompt',
    },
    {
      file: 'prompt-attempt.ts',
      find: 'await lockPrompts(db, attempt);',
      replace: '',
      harm: 'prompts that are decided at once exceed the limit of a phone',
    },
    {
      file: 'prompt-attempt.ts',
      find: 'if (paymentId !== undefined) {',
      replace: 'if (paymentId === null) {',
      harm: 'a prompt without an answer has no payment on its page, and the payer is told nothing',
    },
    {
      file: 'facts-statements.ts',
      find: "OR p.status = 'success' AND NOT EXISTS (SELECT 1 FROM link_credits c WHERE c.payment_id = p.id)",
      replace: '',
      harm: 'an order is paid again in the second before its first payment counts',
    },
    {
      file: 'facts-statements.ts',
      find: 'WHERE a.phone =',
      replace: 'WHERE false AND a.phone =',
      harm: 'strangers prompt a phone from as many links as they like',
    },
  ],
};
