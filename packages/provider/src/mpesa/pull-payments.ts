import type { ProviderAccount, ProviderAnswer, PulledPayment, PullRegistration, PullWindow } from '@tillgate/domain';
import { amountText } from '../kit/amount-text.ts';
import { isSuccess, rejected } from '../kit/answers.ts';
import { deadlineIn } from '../kit/deadline.ts';
import type { HttpAnswer } from '../kit/http.ts';
import { asObject, codeText, field, type JsonObject, plainText } from '../kit/json.ts';
import { postAsAccount } from '../kit/post-as-account.ts';
import { descriptionLengthMax } from '../kit/safe-text.ts';
import { apiErrorOf } from './api-error.ts';
import { classifyCall } from './classify-call.ts';
import type { MpesaConnection } from './connection.ts';
import { nairobiTimestamp } from './prompt-password.ts';
import { isoTime } from './provider-time.ts';

const textLengthMax = 255;
/** Printable ASCII only. A receipt is a key, so two receipts that look alike must be equal. */
const receiptPattern = /^[\x20-\x7e]{1,40}$/;
const doneCode = '1000';
/** Of a registration: it was made before. Of a query: there are no payments. */
const nothingCode = '1001';

/** What a page of pulled payments holds; `rows` counts also those that nobody could read. */
type Page = { payments: PulledPayment[]; rows: number };

/**
 * Registers a shortcode for pulled payments. Can be repeated: one that is registered already is `accepted`. Never
 * throws.
 */
export function registerPull(
  connection: MpesaConnection,
  account: ProviderAccount,
  { nominatedNumber, callbackUrl }: PullRegistration,
): Promise<ProviderAnswer<object>> {
  const operation = {
    path: '/pulltransactions/v1/register',
    body: () => ({
      ShortCode: account.shortcode,
      RequestType: 'Pull',
      NominatedNumber: nominatedNumber,
      CallBackURL: callbackUrl,
    }),
    secretFields: [],
    classify: classifyPullRegistration,
    logMessage: 'shortcode registered for pulled payments with the provider',
  };
  return postAsAccount(connection, account, operation, deadlineIn(connection.timeoutMs));
}

/**
 * Reads a page of the payments of customers to a shortcode within a time, of the last 48 hours. `offset` counts rows.
 * Never throws.
 */
export function pullPayments(
  connection: MpesaConnection,
  account: ProviderAccount,
  { from, to, offset }: PullWindow,
): Promise<ProviderAnswer<Page>> {
  const operation = {
    path: '/pulltransactions/v1/query',
    body: () => ({
      ShortCode: account.shortcode,
      StartDate: localTime(from),
      EndDate: localTime(to),
      OffSetValue: String(offset),
    }),
    secretFields: [],
    classify: (answer: HttpAnswer) => classifyPulled(answer, account.shortcode),
    logMessage: 'payments pulled from the provider',
  };
  return postAsAccount(connection, account, operation, deadlineIn(connection.timeoutMs));
}

/** `2026-11-23 09:30:00` in Nairobi time. */
function localTime(at: Date): string {
  return nairobiTimestamp(at).replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3 $4:$5:$6');
}

/** Classifies the answer to a registration. Pure. The provider's own page spells the fields with and without blanks. */
export function classifyPullRegistration(answer: HttpAnswer): ProviderAnswer<object> {
  const code = verdictOf(answer, ['ResponseStatus', 'Response Status', 'ResponseCode']);
  if (code === doneCode || code === nothingCode) return { kind: 'accepted' };
  return code === undefined ? classifyOther(answer) : refusedBy(answer, code);
}

/** Classifies a page of the payments of a shortcode. Pure. */
export function classifyPulled(answer: HttpAnswer, shortcode: string): ProviderAnswer<Page> {
  const code = verdictOf(answer, ['ResponseCode']);
  if (code === nothingCode) return { kind: 'accepted', payments: [], rows: 0 };
  if (code !== doneCode) return code === undefined ? classifyOther(answer) : refusedBy(answer, code);
  const rows = answer.kind === 'answered' ? rowsOf(field(answer.json, 'Response')) : undefined;
  if (rows === undefined) return { kind: 'unknown', cause: 'The answer has no list of payments.' };
  const payments = rows.map((row) => paymentOf(row, shortcode)).filter((payment) => payment !== undefined);
  return { kind: 'accepted', payments, rows: rows.length };
}

/** The code of a 2xx answer that is not an error. */
function verdictOf(answer: HttpAnswer, names: string[]): string | undefined {
  if (answer.kind !== 'answered' || !isSuccess(answer)) return undefined;
  const { errorCode, faultCode } = apiErrorOf(answer.json);
  if (errorCode !== undefined || faultCode !== undefined) return undefined;
  return names.map((name) => codeText(field(answer.json, name))).find((code) => code !== undefined);
}

function refusedBy(answer: HttpAnswer, code: string): ProviderAnswer<never> {
  const json = answer.kind === 'answered' ? answer.json : undefined;
  const texts = ['ResponseDescription', 'Response Description', 'ResponseMessage'];
  const said = texts.map((name) => plainText(field(json, name), descriptionLengthMax)).find((text) => text !== '');
  return rejected(code, said ?? '');
}

function classifyOther(answer: HttpAnswer): ProviderAnswer<never> {
  return classifyCall<never>(answer, { acceptedOf: () => undefined, judge: () => undefined });
}

/** The list is nested once more than needed, and empty as `[[]]` or the text `"[[]]"`. */
function rowsOf(response: unknown): unknown[] | undefined {
  if (Array.isArray(response)) return response.flat();
  return typeof response === 'string' && /^[[\]\s]*$/.test(response) ? [] : undefined;
}

/** Reads a row whose names are in lower case, unlike those of the provider's other messages. */
function paymentOf(row: unknown, shortcode: string): PulledPayment | undefined {
  const json = asObject(row);
  const receipt = text(json, 'transactionId');
  const amount = amountText(field(json, 'amount'));
  const paidAt = localDigits(field(json, 'trxDate'));
  if (!receiptPattern.test(receipt) || amount === null || paidAt === null) return undefined;
  const transactionType = text(json, 'transactiontype');
  const confirmation = {
    TransactionType: transactionType,
    TransID: receipt,
    TransTime: paidAt,
    TransAmount: amount,
    BusinessShortCode: shortcode,
    BillRefNumber: text(json, 'billreference'),
    OrgAccountBalance: '',
    MSISDN: text(json, 'msisdn').replace(/^(?=[17]\d{8}$)/, '254'),
    FirstName: text(json, 'sender'),
  };
  return { receipt, transactionType, body: Buffer.from(JSON.stringify(confirmation)) };
}

/**
 * The hours of a row count as Nairobi time, also where they end in `Z`. Whichever the provider means, it was paid then
 * or later, and prompts from then on are looked at.
 */
function localDigits(value: unknown): string | null {
  const pattern = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/;
  const [, ...parts] = pattern.exec(String(value).trim()) ?? [];
  if (parts.length === 0) return null;
  const digits = parts.map((part) => part ?? '00').join('');
  return isoTime(digits) === null ? null : digits;
}

function text(json: JsonObject | undefined, name: string): string {
  const value = field(json, name);
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : plainText(value, textLengthMax);
}
