import type { CodeInPlace } from '../catalogue/index.ts';
import { minuteMs } from '../kernel/time.ts';
import type { RailTraits } from './rail.ts';

/** Codes of a product: the first says what is in them. */
const products: readonly (readonly [RegExp, CodeInPlace['family']])[] = [
  [/^DP008/i, 'airtel_collection'],
  [/^DP009/i, 'airtel_disbursement'],
];
/** Said of each product alike: the letters of a state, and the 0 of a success. */
const states = /^(0|T[A-Z]{1,2})$/;

/** 32 letters and digits: the network takes no dashes. */
const plainId = (id: string) => id.replaceAll('-', '');

export const airtel: RailTraits = {
  /** A code tells its family, wherever it was said. */
  placeOf({ of }, code) {
    const product = products.find(([pattern]) => pattern.test(code));
    if (product) return { family: product[1] };
    if (!states.test(code)) return { family: 'airtel_gateway' };
    return { family: of === 'prompt' ? 'airtel_collection' : 'airtel_disbursement' };
  },
  /** With the states of a transaction, such as TF. */
  ownCodes: /^(?:DP\d{11}|ESB\d{6}|ROUTER\d{3}|0000900|T[A-Z]{1,2})$/i,
  payerAdvice: new Map([
    ['DP00800001002', { advice: 'pin', waitMs: 0 }],
    ['DP00800001007', { advice: 'top_up', waitMs: 0 }],
    ['DP00800001008', { advice: 'again', waitMs: 0 }],
    ['DP00800001024', { advice: 'phone_on', waitMs: minuteMs }],
    ['DP00800001029', { advice: 'phone_on', waitMs: minuteMs }],
  ]),
  /** No PIN, declined, timed out, expired. */
  unansweredCodes: new Set(['DP00800001005', 'DP00800001008', 'DP00800001024', 'DP00800001029', 'TE']),
  /** Ambiguous, in process. */
  openCodes: new Set(['DP00800001000', 'DP00800001006', 'TA', 'TIP']),
  hasNoWallet: (code, text) => code === 'DP00800001010' || (code === 'DP00800001005' && /msisdn not found/i.test(text)),
  ownNumbers: /^254(?:73\d|75[0-6]|78[0-2]|78[5-9]|10[0-6])\d{6}$/,
  /** An answer tells of the wallet that collects alone. */
  pots: { payments: null, payouts: null },
  promptIdOf: plainId,
  payoutIdOf: plainId,
  payoutStops: new Map([
    ['DP00900001010', 'initiator'],
    ['DP00900001019', 'initiator'],
    ['DP00900001007', 'float'],
    ['DP00900001003', 'day_limit'],
  ]),
  refusesSecondRefund: false,
  /** It has digits alone, or parts with points between them: `MP210603.1234.L06941`. */
  receiptMarks: [/airtel_money_id|Trans ID/i, /(?<![A-Za-z\d])[A-Z]{2}\d{6}\.\d{4}\.[A-Z\d]{5,7}(?![A-Za-z\d])/],
  idInNotice,
  firstQuestionSeconds: 75,
  notFoundFinalSeconds: 900,
  namesAccount: false,
  provesNumber: false,
};

/** Ours have 32 characters. */
const idLengthMax = 80;
const printable = /^[\x21-\x7e]+$/;
/** In a body that is no JSON: the first text of that name below `transaction`. */
const idInText = /"transaction"\s*:\s*\{[^{}]*?"id"\s*:\s*"([\x21-\x7e]*?)"/;

function idInNotice(body: Uint8Array): string | null {
  const text = Buffer.from(body).toString('utf8');
  const id = idInJson(text) ?? idInText.exec(text)?.[1];
  return typeof id === 'string' && id.length <= idLengthMax && printable.test(id) ? id : null;
}

function idInJson(text: string): unknown {
  try {
    return JSON.parse(text)?.transaction?.id;
  } catch {
    return undefined;
  }
}
