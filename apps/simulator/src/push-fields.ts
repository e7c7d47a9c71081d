/** A push whose fields passed the provider's checks. Amount in whole KES. */
export type Push = {
  businessShortCode: string;
  password: string;
  timestamp: string;
  transactionType: 'CustomerPayBillOnline' | 'CustomerBuyGoodsOnline';
  amount: number;
  partyA: string;
  partyB: string;
  phone: string;
  callbackUrl: string;
  accountReference: string;
  transactionDesc: string;
};

/** The fields of a status query. */
export type Query = Pick<Push, 'businessShortCode' | 'password' | 'timestamp'> & { checkoutRequestId: string };

/** The checked fields, or the name of the first field that the provider would call invalid. */
export type Checked<T> = { fields: T } | { invalid: string };

const AMOUNT_MIN = 1;
const AMOUNT_MAX = 250_000;
const ACCOUNT_REFERENCE_MAX = 12;
const TRANSACTION_DESC_MAX = 13;
const CALLBACK_URL_MAX = 2_048;
const SHORTCODE = /^\d{5,7}$/;
const MSISDN = /^254[71]\d{8}$/;
const TIMESTAMP = /^\d{14}$/;
const WHOLE = /^\d{1,9}$/;
const CALLBACK_URL = /^https?:\/\/([^/?#\s@]+)([/?#]\S*)?$/;
const BANNED_WORDS = /m-?pesa|safaricom|exe|exec|cmd|sql|query/i;

/** Strings and whole numbers are both accepted upstream; anything else is no value. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : '';
};

const lengthOf = (text: string): number => [...text].length;

/** Syntax only, no lookup; capital letters in the host and the provider's banned words are refused. */
export const isCallbackUrl = (url: string): boolean => {
  const host = CALLBACK_URL.exec(url)?.[1];
  if (host === undefined || host !== host.toLowerCase() || url.length > CALLBACK_URL_MAX) return false;
  return URL.canParse(url) && !BANNED_WORDS.test(url);
};

const isAmount = (text: string): boolean =>
  WHOLE.test(text) && Number(text) >= AMOUNT_MIN && Number(text) <= AMOUNT_MAX;

const isTransactionType = (text: string): text is Push['transactionType'] =>
  text === 'CustomerPayBillOnline' || text === 'CustomerBuyGoodsOnline';

const isReference = (text: string): boolean => text.trim() !== '' && lengthOf(text) <= ACCOUNT_REFERENCE_MAX;

const isDescription = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && lengthOf(value) <= TRANSACTION_DESC_MAX);

/** Checks a push field by field, in the order of the provider's documentation. */
export const checkPush = (body: Record<string, unknown>): Checked<Push> => {
  const text = (name: string): string => textOf(body[name]);
  const transactionType = text('TransactionType');
  if (!SHORTCODE.test(text('BusinessShortCode'))) return { invalid: 'BusinessShortCode' };
  if (text('Password') === '') return { invalid: 'Password' };
  if (!TIMESTAMP.test(text('Timestamp'))) return { invalid: 'Timestamp' };
  if (!isTransactionType(transactionType)) return { invalid: 'TransactionType' };
  if (!isAmount(text('Amount'))) return { invalid: 'Amount' };
  if (!MSISDN.test(text('PartyA'))) return { invalid: 'PartyA' };
  if (!SHORTCODE.test(text('PartyB'))) return { invalid: 'PartyB' };
  if (!MSISDN.test(text('PhoneNumber'))) return { invalid: 'PhoneNumber' };
  if (!isCallbackUrl(text('CallBackURL'))) return { invalid: 'CallBackURL' };
  if (!isReference(text('AccountReference'))) return { invalid: 'AccountReference' };
  if (!isDescription(body.TransactionDesc)) return { invalid: 'TransactionDesc' };
  return {
    fields: {
      businessShortCode: text('BusinessShortCode'),
      password: text('Password'),
      timestamp: text('Timestamp'),
      transactionType,
      amount: Number(text('Amount')),
      partyA: text('PartyA'),
      partyB: text('PartyB'),
      phone: text('PhoneNumber'),
      callbackUrl: text('CallBackURL'),
      accountReference: text('AccountReference'),
      transactionDesc: text('TransactionDesc'),
    },
  };
};

/** Checks the four fields of a status query. */
export const checkQuery = (body: Record<string, unknown>): Checked<Query> => {
  const text = (name: string): string => textOf(body[name]);
  if (!SHORTCODE.test(text('BusinessShortCode'))) return { invalid: 'BusinessShortCode' };
  if (text('Password') === '') return { invalid: 'Password' };
  if (!TIMESTAMP.test(text('Timestamp'))) return { invalid: 'Timestamp' };
  if (text('CheckoutRequestID') === '') return { invalid: 'CheckoutRequestID' };
  return {
    fields: {
      businessShortCode: text('BusinessShortCode'),
      password: text('Password'),
      timestamp: text('Timestamp'),
      checkoutRequestId: text('CheckoutRequestID'),
    },
  };
};

/** True when Password is base64 of shortcode, passkey and the very Timestamp that was sent. */
export const isPasswordRight = (fields: Pick<Push, 'businessShortCode' | 'password' | 'timestamp'>, passkey: string) =>
  fields.password === Buffer.from(`${fields.businessShortCode}${passkey}${fields.timestamp}`).toString('base64');
