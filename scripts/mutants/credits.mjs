// @ts-check

/** @type {import('../lib/mutation.mjs').Room} */
export const credits = {
  folder: 'packages/domain/src/credits',
  faults: [
    {
      file: 'credit.ts',
      find: 'const isPaid = sum >= (link.amount ?? 1);',
      replace: 'const isPaid = amount >= (link.amount ?? 1);',
      harm: 'an order that is paid in parts is never paid',
    },
    {
      file: 'credit.ts',
      find: "if (link.status === 'paid') return { to: undefined, reviews: ['link_paid_twice'] };",
      replace: '',
      harm: 'nobody looks at an order that was paid twice',
    },
    {
      file: 'drain-credits.ts',
      find: 'if (payment.isSameMoney) return undefined;',
      replace: '',
      harm: 'one sum of money pays an order twice',
    },
    {
      file: 'statements.ts',
      find: 'WHERE p.announce_at IS NULL',
      replace: 'WHERE true',
      harm: 'link.paid goes out without the receipt',
    },
    {
      file: 'statements.ts',
      find: 'AND reference_key =',
      replace: "AND 'x' <>",
      harm: 'an offline payment pays the order of somebody else',
    },
  ],
};
