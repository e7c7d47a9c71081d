import { askOnHint } from '../disbursements/index.ts';
import { type Applied, type CallbackRow, contradiction, unread } from '../inbox/index.ts';
import type { Context, WithProvider } from '../kernel/context.ts';
import { type Fact, heedHint, settlePayment } from '../payments/index.ts';
import type { Notice } from '../ports/provider.ts';
import { accountAt } from '../provider/accounts.ts';
import { findNoticeSubject } from './notice-statements.ts';

type ReadNotice = Extract<Notice, { kind: 'read' }>;

const ofNobody: Applied = {
  state: 'unmatched',
  error: 'It names no payment and no payout of this account. It may be about money that did not come through Tillgate.',
};
const ofAnother: Applied = {
  state: 'unmatched',
  error: 'It names another payment or payout than the one it is kept with.',
};

/**
 * Reads what a network posted to the hook of an account. A word settles its payment. Everything else only has the network
 * asked soon: this calls nobody.
 * @throws DomainError provider_not_configured, unavailable (the account is gone, or cannot be opened)
 */
export async function applyRailNotice(ctx: Context & WithProvider, callback: CallbackRow): Promise<Applied> {
  const subject = await findNoticeSubject(ctx.db.pool, callback);
  if (!subject) return { state: 'unmatched', error: 'Its subject is gone.' };
  const account = await accountAt(ctx, subject, subject.rail);
  const notice = ctx.provider.rail(account).prompts.readNotice?.(callback.body);
  if (notice === undefined) return unread('The network of the account posts no notices.');
  if (notice.kind === 'unreadable') return unread(notice.problem);
  noteProof(ctx, callback, subject.rail, notice);
  if (subject.about === null) return ofNobody;
  if (subject.about !== notice.id) return ofAnother;
  if (callback.subjectKind === 'payment') return applyToPayment(ctx, callback, notice);
  await askOnHint(ctx, callback.subjectId);
  return { state: 'applied' };
}

async function applyToPayment(ctx: Context, { id, subjectId }: CallbackRow, notice: ReadNotice): Promise<Applied> {
  const fact = factOfNotice(notice);
  if (notice.trust === 'hint' || fact.outcome === 'open') {
    return (await heedHint(ctx, subjectId, fact)) === 'contradiction' ? contradiction : { state: 'applied' };
  }
  const result = await settlePayment(ctx, subjectId, fact, id);
  if (result === 'contradiction') return contradiction;
  return { state: result === 'settled' ? 'marked' : 'applied' };
}

function factOfNotice({ id: checkoutRequestId, fact }: ReadNotice): Fact {
  const { outcome, code: resultCode, text: resultDesc, receipt, amount } = fact;
  const ids = { merchantRequestId: null, checkoutRequestId };
  return { door: 'callback', ...ids, outcome, resultCode, resultDesc, receipt, amount };
}

/** Counted, because nobody documents what is signed. A wrong hash is a wrong key, or a forgery. */
function noteProof(ctx: Context, callback: CallbackRow, rail: string, { proof }: ReadNotice): void {
  ctx.meter?.railNoticeProof({ rail, form: proof });
  if (proof !== 'wrong') return;
  const { id: callbackId, subjectId, subjectKind } = callback;
  ctx.log.warn(
    { callbackId, subjectId, subjectKind },
    'The hash of a notice is wrong. It settles nothing, and the network is asked. Check the callback key of the account.',
  );
}
