import type { Prisma } from '@tillgate/db';
import { z } from 'zod';
import { scopes } from '../../kernel/authority.ts';
import { idSchema, invalidInput, issue } from '../../kernel/input.ts';
import { confirmKey } from '../../keys/index.ts';
import { orderIssues } from '../refusals.ts';
import { type NewOrder, orderKind } from './kind.ts';
import { refuseSecond } from './refuse-second.ts';

/** Lets a production key move money out, where that needs a second person. */
export const keyGrant = orderKind({
  permission: 'keys.grant',
  needsInitiator: false,
  isInHouse: true,
  approval: 'always',
  /** `name`, `lastFour` and `scopes` show the second person which key it is. */
  input: z.strictObject({
    keyId: idSchema,
    name: z.string(),
    lastFour: z.string(),
    scopes: z.array(z.enum(scopes)),
  }),
  subject: ({ keyId }) => keyId,
  guard: (tx, order, input) => demandHeldKey(tx, order, input),
  async carryOut(ctx, { keyId }, _key, approvedBy) {
    await confirmKey(ctx, { keyId, approvedBy: approvedBy === null ? null : `user:${approvedBy}` });
    return { outcome: { ok: true } };
  },
  summary: ({ name, lastFour, scopes: given }) =>
    `Let the API key ${name} (…${lastFour}) ${[
      ...(given.includes('payout') ? ['send payouts'] : []),
      ...(given.includes('refund') ? ['refund payments'] : []),
    ].join(' and ')}`,
});

type Input = { keyId: string; name: string; lastFour: string; scopes: string[] };

/** Requires that the order shows the key as it is, and that no other order is about it. */
async function demandHeldKey(tx: Prisma.TransactionClient, order: NewOrder, input: Input): Promise<void> {
  const { applicationId, environment } = order;
  const { keyId, name, lastFour } = input;
  const key = await tx.apiKey.findFirst({
    where: { id: keyId, applicationId, environment, isHeld: true, revokedAt: null },
  });
  const isTheSame = key?.name === name && key.lastFour === lastFour && String(key.scopes) === String(input.scopes);
  if (!isTheSame) throw invalidInput(issue('keyId', orderIssues.keyNotWaiting));
  await refuseSecond(tx, order, { kind: 'key_grant', resourceId: keyId, path: 'keyId', doing: 'decided about' });
}
