import {
  type Checked,
  isCallbackUrl,
  isOptionalText,
  isTextBetween,
  isWholeBetween,
  MSISDN,
  SHORTCODE,
  textOf,
} from './field-checks.ts';

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

const AMOUNT_MIN = 1;
const AMOUNT_MAX = 250_000;
const ACCOUNT_REFERENCE_MAX = 12;
const TRANSACTION_DESC_MAX = 13;
const TIMESTAMP = /^\d{14}$/;

const isTransactionType = (text: string): text is Push['transactionType'] =>
  text === 'CustomerPayBillOnline' || text === 'CustomerBuyGoodsOnline';

/** Checks a push field by field, in the order of the provider's documentation. */
export const checkPush = (body: Record<string, unknown>): Checked<Push> => {
  const text = (name: string): string => textOf(body[name]);
  const transactionType = text('TransactionType');
  if (!SHORTCODE.test(text('BusinessShortCode'))) return { invalid: 'BusinessShortCode' };
  if (text('Password') === '') return { invalid: 'Password' };
  if (!TIMESTAMP.test(text('Timestamp'))) return { invalid: 'Timestamp' };
  if (!isTransactionType(transactionType)) return { invalid: 'TransactionType' };
  if (!isWholeBetween(text('Amount'), AMOUNT_MIN, AMOUNT_MAX)) return { invalid: 'Amount' };
  if (!MSISDN.test(text('PartyA'))) return { invalid: 'PartyA' };
  if (!SHORTCODE.test(text('PartyB'))) return { invalid: 'PartyB' };
  if (!MSISDN.test(text('PhoneNumber'))) return { invalid: 'PhoneNumber' };
  if (!isCallbackUrl(text('CallBackURL'))) return { invalid: 'CallBackURL' };
  if (!isTextBetween(text('AccountReference'), 1, ACCOUNT_REFERENCE_MAX)) return { invalid: 'AccountReference' };
  if (!isOptionalText(body.TransactionDesc, TRANSACTION_DESC_MAX)) return { invalid: 'TransactionDesc' };
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
