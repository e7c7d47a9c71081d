// @ts-check

/** @type {import('../lib/mutation.mjs').Room} */
export const links = {
  folder: 'packages/domain/src/links',
  faults: [
    {
      file: 'attempt.ts',
      find: 'link.paidCount + live.count >= link.paymentsMax',
      replace: 'link.paidCount >= link.paymentsMax',
      harm: 'a link takes more payments than it may, because prompts that are out do not count',
    },
    {
      file: 'attempt.ts',
      find: "if (link.kind !== 'once' || live.newestAt === null) return undefined;",
      replace: 'if (live.newestAt === null || live.newestAt !== null) return undefined;',
      harm: 'two people pay one order',
    },
    {
      file: 'attempt.ts',
      find: 'const oldest = sent[count - 1];',
      replace: 'const oldest = sent[count];',
      harm: 'a phone gets one prompt of strangers more than the limit',
    },
    {
      file: 'attempt.ts',
      find: "kind === 'once' ? amount - paidAmount : amount",
      replace: 'amount',
      harm: 'somebody pays the whole amount of an order that was paid in part',
    },
    {
      file: 'attempt.ts',
      find: 'last.length === unansweredMax &&',
      replace: '',
      harm: 'a phone that declined once gets no prompt for a day',
    },
    {
      file: 'link.ts',
      find: 'later(expiredAt, reopenDays * dayMs) < now',
      replace: 'later(expiredAt, reopenDays * dayMs) > now',
      harm: 'a link that expired yesterday cannot be opened, and one of last year can',
    },
    {
      file: 'link-token.ts',
      find: "createHmac('sha256', bytes)",
      replace: "createHmac('sha256', 'key')",
      harm: 'who knows the id of a link can make its address',
    },
    {
      file: 'return-url.ts',
      find: 'returnHosts.includes(host)',
      replace: 'returnHosts.some((allowed) => host.endsWith(allowed))',
      harm: 'a page leads payers to a host that only ends like the shop’s',
    },
    {
      file: 'statements.ts',
      find: "AND status = 'open' AND (",
      replace: 'AND (',
      harm: 'a sweep ends a link that was paid at the same moment',
      tests: ['packages/domain/src/credits/'],
    },
    {
      file: 'link-shop.ts',
      find: '.links_allowed_at IS NOT NULL',
      replace: '.links_allowed_at IS NOT NULL OR true',
      harm: 'an organization takes real money under any name without the word of the operator',
    },
    {
      file: 'visit.ts',
      find: "if (check === '' || check !== checkOf(",
      replace: "if (check === '' || check === checkOf(",
      harm: 'a visit of one link is sent to another, or made up',
      tests: ['apps/pay/'],
    },
  ],
};
