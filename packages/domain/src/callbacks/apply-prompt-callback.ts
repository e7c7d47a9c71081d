import type { CallbackRow } from '../inbox/index.ts';
import { type Applied, contradiction, unread } from '../inbox/index.ts';
import type { Context, WithProvider } from '../kernel/context.ts';
import { type Fact, settlePayment } from '../payments/index.ts';
import type { PromptResult } from '../ports/provider.ts';

/** Reads an STK callback and settles its payment. */
export async function applyPromptCallback(
  ctx: Context & Pick<WithProvider, 'provider'>,
  callback: CallbackRow,
): Promise<Applied> {
  const parsed = ctx.provider.parsePromptCallback(callback.body);
  if (!parsed.ok) return unread(parsed.reason);
  const result = await settlePayment(ctx, callback.subjectId, factOfPrompt(parsed.value), callback.id);
  if (result === 'contradiction') return contradiction;
  return { state: result === 'settled' ? 'marked' : 'applied' };
}

/** What a prompt's callback reports about its payment. */
export function factOfPrompt(result: PromptResult): Fact {
  return {
    door: 'callback',
    merchantRequestId: result.merchantRequestId,
    checkoutRequestId: result.checkoutRequestId,
    outcome: result.outcome,
    resultCode: result.resultCode,
    resultDesc: result.resultDesc,
    receipt: result.paid?.receipt ?? null,
    amount: result.paid?.amount ?? null,
  };
}
