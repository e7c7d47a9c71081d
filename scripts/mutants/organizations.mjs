// @ts-check
/** @type {import('../lib/mutation.mjs').Room} */
export const organizations = {
  folder: 'packages/domain/src/organizations',
  faults: [
    {
      file: 'standing.ts',
      find: 'return whoAnswers(one, now) !== whoAnswers(other, now);',
      replace: 'return one.userId !== other.userId;',
      harm: 'one person with two accounts approves their own payout',
      tests: ['packages/domain/src/orders/'],
    },
    {
      file: 'standing.ts',
      find: 'if (isNew(decider, now) && decider.roleSince > askedAt) {',
      replace: 'if (isNew(decider, now) && decider.roleSince < askedAt) {',
      harm: 'somebody is made a member to approve a payout that waits',
      tests: ['packages/domain/src/orders/'],
    },
    {
      file: 'standing.ts',
      find: `return confirmedAt === null && vouchedBy !== 'operator' && settlesAt(roleSince) > now;`,
      replace: `return confirmedAt === null && vouchedBy !== 'operator' && settlesAt(roleSince) < now;`,
      harm: 'a new role counts for money at once',
      tests: ['packages/domain/src/orders/'],
    },
    {
      file: 'standing.ts',
      find: 'seat.waysInConfirmedAt >= since',
      replace: 'seat.waysInConfirmedAt <= since',
      harm: 'a confirmation of the way in counts for one that came later',
    },
  ],
};
