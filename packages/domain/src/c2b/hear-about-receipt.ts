import type { Context, WithProvider } from '../kernel/context.ts';
import { personName } from '../kernel/person-name.ts';
import type { AsyncResult } from '../ports/provider.ts';
import { recordPayer } from './held-statements.ts';
import { payerPhoneOf } from './receipt-inquiry.ts';

/** Stores the provider's answer about the receipt of a held confirmation, and makes the confirmation due. */
export async function hearAboutReceipt(
  ctx: Context & Pick<WithProvider, 'provider'>,
  callbackId: string,
  result: AsyncResult,
): Promise<void> {
  const party = result.outcome === 'success' ? ctx.provider.readTransaction(result).answer.debitParty : null;
  await recordPayer(ctx.db.pool, callbackId, { phone: payerPhoneOf(party), name: personName(party) }, ctx.clock.now());
}
