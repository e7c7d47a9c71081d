// @ts-check
const collects = 'packages/domain/src/payments/';
const paysOut = 'packages/domain/src/disbursements/';

/** @type {import('../lib/mutation.mjs').Room} */
export const guards = {
  folder: 'packages/domain/src/guards',
  faults: [
    {
      file: 'stop-list.ts',
      find: 'const own = rows.filter(({ keyId }) => keyId === phoneHash?.keyId);',
      replace: 'const own = rows;',
      harm: 'nobody hears that numbers of the stop list get prompts again after a change of the key',
    },
    {
      file: 'stop-list.ts',
      find: 'if (age >= 0 && age < keptMs) return kept;',
      replace: 'if (kept) return kept;',
      harm: 'a number that was put on the stop list gets prompts until the process ends',
    },
    {
      file: 'stop-list.ts',
      find: 'if (kept) kept = { ...kept, readAt };',
      replace: 'kept = undefined;',
      harm: 'the stop list is forgotten while the database is away',
    },
    {
      file: 'guard.ts',
      find: 'const oldestThatCounts = within[count - 1];',
      replace: 'const oldestThatCounts = within[count];',
      harm: 'a phone gets one prompt more than a rule allows',
    },
    {
      file: 'guard.ts',
      find: "const first = judged.find(({ rule }) => rule.mode === 'refuse');",
      replace: 'const [first] = judged;',
      harm: 'a rule that only watches refuses prompts',
    },
    {
      file: 'guard.ts',
      find: 'const known = prompts.filter(({ isUnanswered }) => isUnanswered !== null);',
      replace: 'const known = prompts;',
      harm: 'a prompt that is open ends the pause of a phone that nobody answers',
    },
    {
      file: 'rule-statements.ts',
      find: 'FROM guard_rules\n      WHERE',
      replace: 'FROM guard_rules\n      WHERE true OR',
      harm: 'the rules of one merchant refuse prompts of another',
      tests: [collects],
    },
    {
      file: '../payments/open-within-rules.ts',
      find: 'await lockPhones(tx, payments);',
      replace: '',
      harm: 'two prompts at once take the last place both',
      tests: [collects],
    },
    {
      file: '../payments/open-within-rules.ts',
      find: 'if (!judgement.refusal) facts.add(index);',
      replace: '',
      harm: 'two prompts of one moment in one process take the last place both',
      tests: [collects],
    },
    {
      file: '../payments/collect.ts',
      find: 'await demandNotStopped(ctx.guard.stopList, input.phone);',
      replace: '',
      harm: 'a number on the stop list gets prompts',
    },
    {
      file: '../payments/collect.ts',
      find: 'if (!payment) await ctx.phoneLimit.refund(limitKey);',
      replace: '',
      harm: 'prompts that a rule refused use up the limit of the phone',
      tests: [collects],
    },
    {
      file: 'guard-payout.ts',
      find: 'return amount >= rule.settings.from && (firstPaidAt === null',
      replace: 'return amount > rule.settings.from && (firstPaidAt === null',
      harm: 'a payout of exactly the amount goes to a new payee',
    },
    {
      file: '../disbursements/open-within-policy.ts',
      find: 'await lockPhones(tx, [receiver]);',
      replace: '',
      harm: 'two payouts at once are sent although a rule refuses the same one soon',
      tests: [paysOut],
    },
    {
      file: '../disbursements/open-within-policy.ts',
      find: 'if (refusal) throw new StoppedByRule(judgement, refusal);',
      replace: '',
      harm: 'a payout leaves that a rule refuses',
      tests: [paysOut],
    },
    {
      file: '../disbursements/open-within-policy.ts',
      find: "return hold && !requestedBy.startsWith('user:') ? holdRefusal(hold) : undefined;",
      replace: 'return undefined;',
      harm: 'an API key sends what a rule holds for a second person',
      tests: [paysOut],
    },
    {
      file: '../disbursements/judge-receiver.ts',
      find: "AND kind = 'payout'`;",
      replace: '`;',
      harm: 'a refund makes a stranger a known payee',
      tests: [paysOut],
      survives: 'A reversal has no phone, so no row of one is found by it.',
    },
    {
      file: '../orders/find-execution-refusal.ts',
      find: "const needs = isHeld\n    ? ('awaiting_approval' as const)\n    :",
      replace: 'const needs =',
      harm: 'a payout that a rule holds leaves without a second person when it was asked for before the rule',
      tests: ['packages/domain/src/orders/'],
    },
    {
      file: 'loosening.ts',
      find: 'strength[after.mode] < strength[before.mode]',
      replace: 'false',
      harm: 'one admin makes a rule only record, and nobody else has to approve it',
      tests: ['packages/domain/src/orders/'],
    },
    {
      file: 'loosening.ts',
      find: "return direction === 'higher' ? difference > 0 : difference < 0;",
      replace: 'return difference > 0;',
      harm: 'one admin shortens the time that a rule looks at',
    },
    {
      file: 'loosening.ts',
      find: 'if (!after ||',
      replace: 'if (!after) return false;\n  if (',
      harm: 'one admin removes a rule',
    },
    {
      file: '../orders/kinds/guard-change.ts',
      find: 'if (!current || !isSameRule(current, before))',
      replace: 'if (!current)',
      harm: 'an approval of an old change undoes what somebody tightened since',
      tests: ['packages/domain/src/orders/'],
    },
  ],
};
