import type { Answered } from '../kit/http.ts';
import { asObject, codeText, field, idText, type JsonObject, nonBlank, plainText } from '../kit/json.ts';
import { descriptionLengthMax } from '../kit/safe-text.ts';

const lettersLengthMax = 32;
/** That of a payout can be composed of a receipt and our id of up to 80 characters. */
const receiptLengthMax = 128;

/** What an answer or a notice of Airtel Money says, as it says it. */
export type Said = {
  /** The HTTP status of an answer; null for a notice. */
  statusCode: number | null;
  /** The state of the transaction, such as `TS`; empty without one. */
  letters: string;
  /** Of the answer's own status; null when it is neither true nor false. */
  success: boolean | null;
  /** `response_code`, or the older `result_code`, or the gateway's `error`: each that is there, the first first. */
  codes: readonly string[];
  /** What it says to people, of the transaction before the call; may be empty. */
  text: string;
  /** Our id, when it is repeated as a text. One copy of the documents has `false`. */
  id: string | undefined;
  /** The receipt that statements have. */
  receipt: string | null;
  /** The receipt that the receiver of a payout gets to see. */
  referenceId: string | null;
};

/** Reads an answer to a call. Pure; never throws. */
export function saidIn({ statusCode, json }: Answered): Said {
  const status = asObject(field(json, 'status'));
  const transaction = asObject(field(asObject(field(json, 'data')), 'transaction'));
  const success = field(status, 'success');
  const codes = [field(status, 'response_code'), field(status, 'result_code'), gatewayError(field(json, 'error'))];
  const texts = [field(transaction, 'message'), field(status, 'message'), field(json, 'error_description')];
  return {
    statusCode,
    ...saidOf(transaction, 'status'),
    success: typeof success === 'boolean' ? success : null,
    codes: codes.map(codeText).filter((code) => code !== undefined),
    text: texts.map((text) => plainText(text, descriptionLengthMax)).find((text) => text !== '') ?? '',
  };
}

/** Reads the transaction of a notice. It has letters and a receipt, and no code. Pure; never throws. */
export function saidInNotice(transaction: JsonObject): Said {
  const text = plainText(field(transaction, 'message'), descriptionLengthMax);
  return { statusCode: null, ...saidOf(transaction, 'status_code'), success: null, codes: [], text };
}

/** The gateway's own words. Servers in front of it have others in the same place, such as `Unauthorized`. */
function gatewayError(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('invalid_') ? value : undefined;
}

function saidOf(transaction: JsonObject | undefined, lettersName: string) {
  return {
    letters: plainText(field(transaction, lettersName), lettersLengthMax),
    id: nonBlank(idText(field(transaction, 'id'))),
    receipt: receiptIn(transaction, 'airtel_money_id'),
    referenceId: receiptIn(transaction, 'reference_id'),
  };
}

/** Receipts come as texts and as numbers. A longer text is none: cutting it would make another receipt. */
function receiptIn(transaction: JsonObject | undefined, name: string): string | null {
  const value = field(transaction, name);
  const text = Number.isSafeInteger(value) ? String(value) : plainText(value, receiptLengthMax + 1);
  return text === '' || text.length > receiptLengthMax ? null : text;
}
