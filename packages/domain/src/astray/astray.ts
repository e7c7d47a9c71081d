import type { PostedCallback } from '../inbox/index.ts';
import { receiptIn } from '../kernel/receipt.ts';
import type { MessageReaders } from '../ports/provider.ts';

/**
 * A callback from the provider's addresses whose payment the database forgot.
 *
 *   (none) → kept → matched        its payment is known again, or was recorded in another way
 *                 → reviewed       a person of the application that it is of has to look
 *        reviewed → matched        the same, and its review closes
 */

/** Callbacks that wait for their payment. More than this are not kept: a restore forgets far fewer. */
export const astrayMax = 10_000;

/** What a callback tells of money. */
export type Told = { receipt: string | null; amount: string | null };

/** What a callback tells of money: nothing of a prompt or payout that failed, or of what cannot be read. */
export function toldBy(provider: MessageReaders, { kind, body }: Pick<PostedCallback, 'kind' | 'body'>): Told {
  switch (kind) {
    case 'stk_callback': {
      const read = provider.parsePromptCallback(body);
      const paid = read.ok ? read.value.paid : undefined;
      return told(paid?.receipt, paid?.amount);
    }
    case 'result': {
      const read = provider.parseResult(body);
      if (!read.ok || read.value.outcome !== 'success') return told(undefined, undefined);
      return told(provider.readReceipt(read.value), provider.readAmount(read.value));
    }
    case 'c2b_confirmation': {
      const read = provider.parseOfflinePayment(body);
      return read.ok ? told(read.value.transactionId, read.value.amount) : told(undefined, undefined);
    }
    default:
      return told(receiptIn(Buffer.from(body).toString()), undefined);
  }
}

function told(receipt: string | null | undefined, amount: string | number | null | undefined): Told {
  return { receipt: receipt ?? null, amount: amount === null || amount === undefined ? null : String(amount) };
}
