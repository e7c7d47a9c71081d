// @ts-check
/** @type {import('../lib/mutation.mjs').Room} */
export const deliveries = {
  folder: 'packages/domain/src/deliveries',
  faults: [
    {
      file: 'claim-statements.ts',
      find: `(d.claimed_until IS NULL OR d.claimed_until <= \${now}::timestamptz)`,
      replace: `(d.claimed_until IS NULL OR d.claimed_until <= \${now}::timestamptz OR true)`,
      harm: 'two workers post one delivery at the same time',
    },
    {
      file: 'claim-statements.ts',
      find: `AND claimed_until = \${claimedUntil}::timestamptz
    AND attempt_count`,
      replace: `AND \${claimedUntil}::timestamptz IS NOT NULL
    AND attempt_count`,
      harm: 'a worker whose claim has lapsed writes over what another one does',
    },
    {
      file: 'claim-statements.ts',
      find: `return sql\`d.status = 'due' AND d.next_attempt_at`,
      replace: 'return sql`d.next_attempt_at',
      harm: 'a delivery that has ended is posted again',
      survives: 'A delivery that has ended has no time of a next attempt, and the statement asks for that, too.',
    },
    {
      file: 'claim-statements.ts',
      find: `AND number = \${lane}::int AND claimed_until = \${claimedUntil}::timestamptz\`;`,
      replace: `AND number = \${lane}::int AND \${claimedUntil}::timestamptz IS NOT NULL\`;`,
      harm: 'a late worker frees the lane of another',
    },
    {
      file: 'claim-statements.ts',
      find: 'AND (NOT lane.counted OR EXISTS (SELECT 1 FROM counted))',
      replace: 'AND (NOT lane.counted OR EXISTS (SELECT 1 FROM counted) OR true)',
      harm: 'an open circuit is probed by all workers',
    },
    {
      file: 'statements.ts',
      find: 'AND d.claimed_until = m."claimedUntil" AND d.attempt_count = m."attemptCount"',
      replace: 'AND d.attempt_count = m."attemptCount"',
      harm: 'a worker whose claim has lapsed records a delivery in a batch',
    },
    {
      file: 'statements.ts',
      find: `d.status = 'due' AND \${isUnclaimed(now)}
        AND (e.status = 'disabled' OR d.next_attempt_at <= \${at})`,
      replace: `d.status = 'due' AND \${isUnclaimed(now)}
        AND e.status = 'enabled' AND d.next_attempt_at <= \${at}`,
      harm: 'a delivery to a disabled endpoint waits for ever',
    },
    {
      file: 'statements.ts',
      find: 'NOT v.test AND v.body_erased_at IS NULL AND (d.status IN',
      replace: 'NOT v.test AND (d.status IN',
      harm: 'a body that was erased is sent again',
      tests: ['packages/domain/src/recoveries/'],
    },
    {
      file: 'statements.ts',
      find: `WHERE d.id = \${deliveryId}::uuid AND d.status = 'due' AND e.id = d.endpoint_id RETURNING`,
      replace: `WHERE d.id = \${deliveryId}::uuid AND e.id = d.endpoint_id RETURNING`,
      harm: 'a delivered event is told as cancelled',
      survives: 'The verb locks the delivery and looks at its status before, in the same transaction.',
    },
    {
      file: 'delivery.ts',
      find: 'if (statusCode >= 200 && statusCode <= 299) return null;',
      replace: 'if (statusCode >= 200 && statusCode <= 399) return null;',
      harm: 'a redirect counts as delivered',
    },
    {
      file: 'delivery.ts',
      find: 'Math.max(delayMs, askedMs) * (1 + jitterMax * random())',
      replace: 'delayMs * (1 + jitterMax * random())',
      harm: 'an endpoint that asks for time gets none',
    },
    {
      file: 'delivery.ts',
      find: 'export const claimSeconds = 20;',
      replace: 'export const claimSeconds = 10;',
      harm: 'a claim is shorter than an attempt, so that two workers post at once',
    },
    {
      file: 'resend.ts',
      find: `if (isUnderWay({ status, claimedUntil }, now)) return 'nothing';`,
      replace: '',
      harm: 'a delivery is sent again while it is under way',
    },
    {
      file: 'resend.ts',
      find: 'resentAt && now.getTime() - resentAt.getTime() < resendPauseSeconds * 1000',
      replace: 'resentAt && now.getTime() < resentAt.getTime()',
      harm: 'pressing twice sends an event twice',
    },
    {
      file: 'lock-statements.ts',
      find: `WHERE d.id = \${which.deliveryId}::uuid AND \${isOfTenant(which)} FOR NO KEY UPDATE OF d\``,
      replace: `WHERE d.id = \${which.deliveryId}::uuid AND (\${isOfTenant(which)} OR true) FOR NO KEY UPDATE OF d\``,
      harm: 'a merchant sends or cancels deliveries of another',
    },
    {
      file: 'lock-statements.ts',
      find: `WHERE d.id = ANY(\${deliveryIds}::uuid[]) AND \${isOfTenant(tenant)}\``,
      replace: `WHERE d.id = ANY(\${deliveryIds}::uuid[]) AND (\${isOfTenant(tenant)} OR true)\``,
      harm: 'a list with deliveries of another merchant is begun',
    },
    {
      file: 'scope.ts',
      find: 'if (isErased) throw',
      replace: 'if (isErased && false) throw',
      harm: 'what is left of an erased body is sent',
    },
    {
      file: 'post-delivery.ts',
      find: 'liveSecrets(claim.retiredSecrets, ctx.clock.now())',
      replace: 'liveSecrets(claim.retiredSecrets, new Date(0))',
      harm: 'a secret that was replaced signs for ever',
      tests: ['packages/domain/src/endpoints/'],
    },
    {
      file: 'post-delivery.ts',
      find: 'claim.attemptCount - claim.attemptsBefore + 1',
      replace: 'claim.attemptCount + 1',
      harm: 'a delivery that is sent again has no schedule left',
    },
    {
      file: 'drain-endpoint.ts',
      find: 'if (n > 0 && ctx.clock.now() > lastStart) {',
      replace: 'if (n > run.length && ctx.clock.now() > lastStart) {',
      harm: 'a run goes on after its claim has lapsed',
    },
  ],
};
