// @ts-check
/** @type {import('../lib/mutation.mjs').Room} */
export const callbacks = {
  folder: 'packages/domain/src/callbacks',
  faults: [
    {
      file: 'apply-callback.ts',
      find: 'if (!callback || isEnded(callback)) return;',
      replace: 'if (!callback) return;',
      harm: 'a callback that a person has ended is applied after all',
      tests: ['packages/domain/src/desk/', 'packages/domain/src/c2b/'],
    },
    {
      file: 'apply-callback.ts',
      find: 'if (earlier && !isEnded(earlier)) await applyOne(ctx, earlier);',
      replace: '',
      harm: 'of two callbacks that contradict each other, the later one decides',
    },
    {
      file: 'apply-callback.ts',
      find: 'if (retryAt === null) await flagSubject(ctx, callback, reason);',
      replace: '',
      harm: 'a callback that is given up waits for nobody',
    },
    {
      file: 'apply-callback.ts',
      find: 'if (applied.isUnread && namesReceipt(callback.body)) await flagSubject(ctx, callback, applied.error);',
      replace: '',
      harm: 'money in a body that cannot be read waits for nobody',
      tests: ['packages/domain/src/payments/', 'packages/domain/src/c2b/'],
    },
    {
      file: 'apply-result.ts',
      find: `if (!result.final) return { state: 'applied' };`,
      replace: '',
      harm: 'a result that announces another one settles a payout',
      tests: ['packages/domain/src/disbursements/', 'packages/domain/src/inquiries/'],
    },
    {
      file: 'apply-result.ts',
      find: 'const factOf = inquiry.transactionId === null ? factOfInquiry : factOfOriginal;',
      replace: 'const factOf = factOfInquiry;',
      harm: 'the status of the reversed payment settles a refund',
      tests: ['packages/domain/src/disbursements/'],
    },
    {
      file: 'apply-result.ts',
      find: `const reported = result.outcome === 'success' ? ctx.provider.readTransaction(result) : null;`,
      replace: 'const reported = ctx.provider.readTransaction(result);',
      harm: 'the answer to a question that failed settles a payout',
      tests: ['packages/domain/src/disbursements/'],
    },
    {
      file: 'apply-result.ts',
      find: `  if (reason) {
`,
      replace: `  if (reason === '') {
`,
      harm: 'the answer to another question settles a payout',
      tests: ['packages/domain/src/disbursements/', 'packages/domain/src/inquiries/'],
    },
    {
      file: 'apply-result.ts',
      find: 'await askSoon(ctx, callback.subjectId);',
      replace: '',
      harm: 'a payout that the provider gave up is not asked about',
      tests: ['packages/domain/src/disbursements/'],
    },
    {
      file: 'apply-rail-notice.ts',
      find: `if (notice.trust === 'hint' || fact.outcome === 'open') {`,
      replace: `if (fact.outcome === 'open') {`,
      harm: 'a notice that nobody signed settles a payment',
    },
    {
      file: 'apply-rail-notice.ts',
      find: 'if (subject.about !== notice.id) return ofAnother;',
      replace: '',
      harm: 'a notice about one payment has another one asked about',
    },
    {
      file: 'apply-rail-notice.ts',
      find: 'await askOnHint(ctx, callback.subjectId);',
      replace: '',
      harm: 'a payout that the network told about waits for its time',
    },
    {
      file: 'drain-callbacks.ts',
      find: `if (kind !== 'stk_callback' || hasEarlier) return [];`,
      replace: `if (kind !== 'stk_callback') return [];`,
      harm: 'a batch settles a payment by its later callback',
    },
    {
      file: 'drain-callbacks.ts',
      find: 'if (left.length > 0) await postpone(db, left, claimedUntil);',
      replace: '',
      harm: 'two workers apply one callback at the same time',
    },
    {
      file: 'answer-validation.ts',
      find: `if (registration.environment === 'production' && !ctx.isProviderAddress(posted.remoteIp, posted.kind)) {`,
      replace: `if (registration.environment === 'sandbox' && !ctx.isProviderAddress(posted.remoteIp, posted.kind)) {`,
      harm: 'anybody who knows a hook of production asks and announces payments',
    },
    {
      file: 'answer-validation.ts',
      find: `if (posted.kind === 'c2b_confirmation' && !usesValidation) return { code: '0', isValidation: false };`,
      replace: '',
      harm: 'money at the confirmation URL of a merchant without rules is taken for a question',
    },
    {
      file: 'answer-validation.ts',
      find: `if (end !== 'kept' && !isMarked) await keepInSpool(ctx, posted);`,
      replace: '',
      harm: 'money is lost that the database did not store in time',
    },
    {
      file: 'apply-validation.ts',
      find: `if (await findByReceipt(ctx.db.pool, { shortcode, environment, receipt })) return { state: 'applied' };`,
      replace: `return { state: 'applied' };`,
      harm: 'money that was taken for a question waits for nobody',
    },
    {
      file: 'pull-payments.ts',
      find: 'fresh.filter(({ transactionType }) => goesOut.test(transactionType) === isOut)',
      replace: 'fresh.filter(() => !isOut)',
      harm: 'money that went out is recorded as a payment',
    },
    {
      file: 'pull-payments.ts',
      find: 'if (!unknown.has(receipt)) continue;',
      replace: '',
      harm: 'what is on record is put into the inbox again',
    },
    {
      file: 'replay-spool.ts',
      find: `if (then === 'wait') return outcome`,
      replace: `if (then === 'wait' && false) return outcome`,
      harm: 'a spooled callback is dropped while the database is away',
      tests: ['packages/domain/src/inbox/'],
    },
  ],
};
