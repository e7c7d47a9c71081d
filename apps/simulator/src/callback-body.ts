import { eatTimestamp } from './ids.ts';
import { codeLiteral, decimal, quote } from './literals.ts';
import type { Outcome, Prompt } from './prompts.ts';
import type { CallbackBehaviour } from './scenario.ts';

type Paid = { settledAmount: number; receipt: string };

const renderItems = (prompt: Prompt, paid: Paid, order: CallbackBehaviour): string => {
  const amount = `{"Name":"Amount","Value":${decimal(paid.settledAmount)}}`;
  const receipt = `{"Name":"MpesaReceiptNumber","Value":${quote(paid.receipt)}}`;
  const balance = '{"Name":"Balance"}';
  const date = `{"Name":"TransactionDate","Value":${eatTimestamp(prompt.answeredAtMs ?? prompt.createdAtMs)}}`;
  const phone = `{"Name":"PhoneNumber","Value":${prompt.push.phone}}`;
  const items = order === 'reordered' ? [phone, date, receipt, amount] : [amount, receipt, balance, date, phone];
  return items.join(',');
};

/** Renders the exact JSON of an STK callback. CallbackMetadata is present only on success. */
export const renderCallback = (prompt: Prompt, outcome: Outcome): string => {
  const { settledAmount, receipt } = outcome;
  const metadata =
    settledAmount === null || receipt === null
      ? ''
      : `,"CallbackMetadata":{"Item":[${renderItems(prompt, { settledAmount, receipt }, prompt.scenario.callback)}]}`;
  return (
    `{"Body":{"stkCallback":{"MerchantRequestID":${quote(prompt.merchantRequestId)},` +
    `"CheckoutRequestID":${quote(prompt.checkoutRequestId)},"ResultCode":${codeLiteral(outcome.code)},` +
    `"ResultDesc":${quote(outcome.callbackDesc)}${metadata}}}}`
  );
};
