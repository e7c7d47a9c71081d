import {
  type Checked,
  isCallbackUrl,
  isOptionalText,
  isTextBetween,
  isWholeBetween,
  msisdnPattern,
  paymentAmountMax,
  paymentAmountMin,
  shortcodePattern,
  textOf,
} from './field-checks.ts';

/** The fields of a valid push. Amount in whole KES. */
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
type Query = Pick<Push, 'businessShortCode' | 'password' | 'timestamp'> & { checkoutRequestId: string };

const accountReferenceLengthMax = 12;
/** The provider documents 13 characters, but its own SDKs always send 20 and 21. A prompt has room for 182. */
const transactionDescLengthMax = 182;
const timestampPattern = /^\d{14}$/;

const isTransactionType = (text: string): text is Push['transactionType'] =>
  text === 'CustomerPayBillOnline' || text === 'CustomerBuyGoodsOnline';

/** Checks a push field by field in the order of the provider's documentation. */
export const checkPush = (body: Record<string, unknown>): Checked<Push> => {
  const text = (name: string): string => textOf(body[name]);
  // The SDK `mpesa-api` has a blank at the end of its default.
  const transactionType = text('TransactionType').trimEnd();
  if (!shortcodePattern.test(text('BusinessShortCode'))) return { invalid: 'BusinessShortCode' };
  if (text('Password') === '') return { invalid: 'Password' };
  if (!timestampPattern.test(text('Timestamp'))) return { invalid: 'Timestamp' };
  if (!isTransactionType(transactionType)) return { invalid: 'TransactionType' };
  if (!isWholeBetween(text('Amount'), paymentAmountMin, paymentAmountMax)) return { invalid: 'Amount' };
  if (!msisdnPattern.test(text('PartyA'))) return { invalid: 'PartyA' };
  if (!shortcodePattern.test(text('PartyB'))) return { invalid: 'PartyB' };
  if (!msisdnPattern.test(text('PhoneNumber'))) return { invalid: 'PhoneNumber' };
  if (!isCallbackUrl(text('CallBackURL'))) return { invalid: 'CallBackURL' };
  if (!isTextBetween(text('AccountReference'), 1, accountReferenceLengthMax)) return { invalid: 'AccountReference' };
  if (!isOptionalText(body.TransactionDesc, transactionDescLengthMax)) return { invalid: 'TransactionDesc' };
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
  if (!shortcodePattern.test(text('BusinessShortCode'))) return { invalid: 'BusinessShortCode' };
  if (text('Password') === '') return { invalid: 'Password' };
  if (!timestampPattern.test(text('Timestamp'))) return { invalid: 'Timestamp' };
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

/** True when Password is the base64 of shortcode, passkey and the Timestamp of the same request. */
export const isPasswordRight = (fields: Pick<Push, 'businessShortCode' | 'password' | 'timestamp'>, passkey: string) =>
  fields.password === Buffer.from(`${fields.businessShortCode}${passkey}${fields.timestamp}`).toString('base64');
