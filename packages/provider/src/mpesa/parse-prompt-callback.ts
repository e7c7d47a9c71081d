import type { Outcome, Parsed, PromptResult } from '@tillgate/domain';
import { amountText } from '../kit/amount-text.ts';
import { objectInBody, unreadable } from '../kit/body.ts';
import { asObject, codeText, field, idText, type JsonObject, nonBlank, plainText } from '../kit/json.ts';
import { promptOutcome } from './prompt-outcome.ts';
import { realReceipt, receiptText } from './receipt.ts';

const itemsMax = 100;
const descLengthMax = 1024;
/** Long enough to detect a number that is too long. */
const textLengthMax = 256;

/**
 * Parses the raw body of an STK callback. Pure; never throws. CheckoutRequestID and ResultCode are required; anything
 * else that is missing or unreadable is null. Items may come in any order. The first item of a name that has a value
 * counts.
 */
export function parsePromptCallback(body: Uint8Array): Parsed<PromptResult> {
  const read = objectInBody(body);
  if (!read.ok) return read;
  const callback = asObject(field(asObject(field(read.value, 'Body')), 'stkCallback'));
  if (callback === undefined) return unreadable('The body has no Body.stkCallback.');

  const checkoutRequestId = nonBlank(idText(field(callback, 'CheckoutRequestID')));
  if (checkoutRequestId === undefined) return unreadable('The callback has no readable CheckoutRequestID.');
  const resultCode = codeText(field(callback, 'ResultCode'));
  // "00" means success on other products. On this product it must not settle a payment, so a person has to look at it.
  if (resultCode === undefined || /^00+$/.test(resultCode)) {
    return unreadable('The callback has no readable ResultCode.');
  }
  const outcome = promptOutcome(resultCode);
  return {
    ok: true,
    value: {
      merchantRequestId: nonBlank(idText(field(callback, 'MerchantRequestID'))) ?? null,
      checkoutRequestId,
      outcome,
      resultCode,
      resultDesc: plainText(field(callback, 'ResultDesc'), descLengthMax),
      paid: paidOf(callback, outcome),
    },
  };
}

/** A failure has no metadata. One that names a receipt all the same says that money moved. */
function paidOf(callback: JsonObject, outcome: Outcome): PromptResult['paid'] {
  const items = itemsOf(field(asObject(field(callback, 'CallbackMetadata')), 'Item'));
  if (outcome !== 'success' && realReceipt(itemValue(items, 'MpesaReceiptNumber')) === null) return null;
  return {
    amount: amountText(itemValue(items, 'Amount')),
    receipt: receiptText(itemValue(items, 'MpesaReceiptNumber')),
    phone: digits(itemValue(items, 'PhoneNumber')),
  };
}

/** A list of one item may arrive as a lone item. */
function itemsOf(list: unknown): JsonObject[] {
  const items: unknown[] = Array.isArray(list) ? list.slice(0, itemsMax) : [list];
  return items.map(asObject).filter((item) => item !== undefined);
}

function itemValue(items: readonly JsonObject[], name: string): unknown {
  const hasValue = (value: unknown) => value !== undefined && value !== null && value !== '';
  const found = items.find((item) => field(item, 'Name') === name && hasValue(field(item, 'Value')));
  return field(found, 'Value');
}

function digits(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : plainText(value, textLengthMax);
  return /^\d{6,15}$/.test(text) ? text : null;
}
