// @ts-check
/** @type {import('../lib/mutation.mjs').Room} */
export const kernel = {
  folder: 'packages/domain/src/kernel',
  faults: [
    {
      file: 'authority.ts',
      find: `(authority.of === 'key' && authority.scopes.has(scope))`,
      replace: `authority.of === 'key'`,
      harm: 'every key has every scope',
    },
    {
      file: 'authority.ts',
      find: `(authority.of === 'person' && authority.permissions.has(permission))`,
      replace: `authority.of !== 'operator'`,
      harm: 'every caller has every permission',
    },
    {
      file: 'authority.ts',
      find: 'if (!hasScope(ctx, scope) && !hasPermission(ctx, permission)) throw',
      replace: 'if (!hasScope(ctx, scope) && hasPermission(ctx, permission)) throw',
      harm: 'keys and people without the right change what they share',
    },
    {
      file: 'authority.ts',
      find: `if (authority.of !== 'operator') throw`,
      replace: `if (authority.of === 'key') throw`,
      harm: 'people do what only the operator may',
    },
    {
      file: 'authority.ts',
      find: `export const moneyOutScopes = ['refund', 'payout'] as const`,
      replace: `export const moneyOutScopes = ['payout'] as const`,
      harm: 'a refund counts as no money out',
      tests: ['packages/domain/src/keys/'],
    },
    {
      file: 'money.ts',
      find: '.refine((amount) => Number.isSafeInteger(amount)',
      replace: '.refine((amount) => Number.isFinite(amount)',
      harm: 'an amount with cents is taken',
    },
    {
      file: 'money.ts',
      find: 'if (whole > wholeMax) return undefined;',
      replace: '',
      harm: 'an amount that no column holds keeps a callback from being applied for ever',
    },
    {
      file: 'money.ts',
      find: 'hasFraction: true };',
      replace: 'hasFraction: false };',
      harm: 'the cents of a payment are lost',
    },
    {
      file: 'resolution.ts',
      find: `if (resolution.as === 'not_paid') return refuse('as', issues.successIsFinal);
    if (providerReceipt === resolution.receipt)`,
      replace: `if (resolution.as === 'not_paid' || providerReceipt === resolution.receipt)`,
      harm: 'a person who says that a success was not paid is told that it is so',
    },
    {
      file: 'resolution.ts',
      find: 'if (now.getTime() - createdAt.getTime() < resolvableAfterSeconds * 1000) {',
      replace: 'if (now.getTime() - createdAt.getTime() < 0) {',
      harm: 'a person ends a payout whose request is still under way',
    },
    {
      file: 'resolution.ts',
      find: 'return resultCode === notPaidCode\n',
      replace: 'return resultCode !== notPaidCode\n',
      harm: 'a person is told that a failure of the provider is their resolution',
    },
  ],
};
