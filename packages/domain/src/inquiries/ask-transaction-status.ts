import { v7 as uuidv7 } from 'uuid';
import { requireScope } from '../kernel/authority.ts';
import type { TenantContext, WithProvider } from '../kernel/context.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import type { Asked, PromptState, Rail, ResultUrls, TransactionStatus } from '../ports/provider.ts';
import { admitQuery } from '../provider/query-budget.ts';
import { type RailAccount, type RailName, railLabel } from '../rails/index.ts';
import { askForMerchant, type InquiryAccepted } from './ask.ts';
import { demandPort } from './demand-port.ts';
import { inquiryIssues } from './refusals.ts';
import type { TransactionStatusInput } from './schemas.ts';
import { findPaymentOfReceipt } from './statements.ts';

type AskContext = TenantContext & WithProvider;

/**
 * Asks the provider about any past transaction (spec 4.7). Asking twice is two inquiries and moves nothing. A network that
 * knows our ids alone is asked about the payment that has the receipt.
 * @throws DomainError forbidden (scope), provider_not_configured, invalid_input (a network that knows no foreign receipt),
 *   rate_limited, provider_rejected, provider_unavailable
 */
export async function askTransactionStatus(ctx: AskContext, input: TransactionStatusInput): Promise<InquiryAccepted> {
  requireScope(ctx, 'inquire');
  const { transactionId, identifierType } = input;
  const owner = await ownerOf(ctx, transactionId);
  const { account, port } = await demandPort(ctx, ctx.tenant, 'questions', owner?.rail);
  const remarks = input.remarks ?? '';
  const occasion = input.occasion || null;
  const call = callOf(ctx, account, port.transaction, { owner, transactionId, identifierType, remarks, occasion });
  await admitQuery(ctx, account);
  const inquiry = {
    ...ctx.tenant,
    id: uuidv7(),
    kind: 'transaction_status' as const,
    transactionId,
    identifierType,
    remarks,
    occasion,
    rail: account.rail,
    shortcode: account.address,
    disbursementId: null,
    callbackId: null,
  };
  return askForMerchant(ctx, inquiry, call);
}

type Owner = { rail: RailName; checkoutRequestId: string | null };

/** Our payment with a receipt. Nobody looks for it where there is one network: it is asked about any receipt, or says so. */
async function ownerOf(ctx: AskContext, receipt: string): Promise<Owner | undefined> {
  const accounts = await ctx.accounts(ctx.tenant);
  const isPlain = accounts.every(({ rail }) => rail === 'mpesa');
  if (isPlain) return undefined;
  const found = await findPaymentOfReceipt(ctx.db.pool, { ...ctx.tenant, receipt });
  if (found || accounts.every(({ rail }) => rail !== 'mpesa')) return found;
  return { rail: 'mpesa', checkoutRequestId: null };
}

type Question = {
  owner: Owner | undefined;
  transactionId: string;
  identifierType: string;
  remarks: string;
  occasion: string | null;
};

function callOf(
  ctx: AskContext,
  account: RailAccount,
  transaction: NonNullable<Rail['questions']>['transaction'],
  { owner, transactionId, ...texts }: Question,
): (urls: ResultUrls) => Promise<Asked<TransactionStatus>> {
  if (transaction) return (urls) => transaction({ ...urls, by: { transactionId }, ...texts });
  const promptId = owner?.checkoutRequestId;
  if (!promptId) {
    throw invalidInput(issue('transactionId', inquiryIssues.foreignReceipt({ network: railLabel(account.rail) })));
  }
  return async () => statusOf(await ctx.provider.rail(account).prompts.ask(promptId));
}

/** The words of the answer that every network gives. */
const words = { success: 'Completed', failed: 'Failed', open: 'Pending' } as const;

function statusOf(state: PromptState): Asked<TransactionStatus> {
  if (state.kind === 'no_answer') return state;
  if (state.kind === 'not_found') return { kind: 'no_answer', cause: state.text };
  const { outcome, text, receipt, amount } = state.fact;
  const unknown = { initiatedAt: null, completedAt: null, debitParty: null, creditParty: null };
  return { kind: 'told', answer: { transactionStatus: words[outcome], amount, receipt, ...unknown, reason: text } };
}
