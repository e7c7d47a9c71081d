// @ts-check

/** @type {import('../lib/mutation.mjs').Room} */
export const gaps = {
  folder: 'packages/domain/src/gaps',
  faults: [
    {
      file: 'gap.ts',
      find: 'if (!gap || gap.closedAt !== null) return undefined;\n  const detail = gapRefusals.moneyOutStopped',
      replace: 'if (!gap || gap.closedAt === null) return undefined;\n  const detail = gapRefusals.moneyOutStopped',
      harm: 'payouts of the gap are paid again before anybody has looked',
    },
    {
      file: 'gap.ts',
      find: 'gap.wholeReadings < gap.apis',
      replace: 'gap.wholeReadings > gap.apis',
      harm: 'keys that nobody has read back push again',
    },
    {
      file: 'read-keys-back.ts',
      find: 'const isWhole = heldSince <= gap.since;',
      replace: 'const isWhole = true;',
      harm: 'a journal that began after the gap vouches for keys that it never had',
    },
    {
      file: 'demand-no-gap.ts',
      find: 'createdAt <= gap.openedAt',
      replace: 'createdAt < gap.since',
      harm: 'what waited at the restore is paid a second time',
    },
  ],
};

/** @type {import('../lib/mutation.mjs').Room} */
export const astray = {
  folder: 'packages/domain/src/astray',
  faults: [
    {
      file: 'statements.ts',
      find: 'WHERE (SELECT count(*) FROM applications) = 1',
      replace: 'WHERE true',
      harm: 'money is told to a merchant whose it is not',
    },
    {
      file: 'statements.ts',
      find: 'EXISTS (SELECT 1 FROM gaps WHERE is_open)',
      replace: 'true',
      harm: 'what anybody posts to unknown hooks fills the database',
    },
  ],
};
