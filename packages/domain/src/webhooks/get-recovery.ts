import type { Context } from '../context.ts';
import { parseInput } from '../input.ts';
import { type RecoveryView, recoveryView } from './recovery.ts';
import { type RecoveryInput, recoverySchema } from './schemas.ts';
import { unknownRecovery, whoseEndpoints } from './scope.ts';

/**
 * How far a recovery is.
 * @throws DomainError invalid_input, not_found
 */
export async function getRecovery(ctx: Context, input: RecoveryInput): Promise<RecoveryView> {
  const { recoveryId, ...whose } = parseInput(recoverySchema, input);
  const row = await ctx.db.prisma.webhookRecovery.findFirst({
    where: { id: recoveryId, endpoint: whoseEndpoints(whose) },
    include: { endpoint: { select: { applicationId: true, environment: true } } },
  });
  if (!row) throw unknownRecovery();
  return recoveryView(row);
}
