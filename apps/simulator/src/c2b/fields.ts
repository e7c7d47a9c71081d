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
} from '../field-checks.ts';

export type C2bVersion = 'v1' | 'v2';

/** The URLs of a shortcode. `responseType` decides about payments whose validation fails. */
export type Registration = {
  shortcode: string;
  version: C2bVersion;
  responseType: 'Completed' | 'Cancelled';
  confirmationUrl: string;
  validationUrl: string;
};

/** A payment that a customer starts. Amount in whole KES. The reference is empty on a till. */
export type Offline = { shortcode: string; isTill: boolean; amount: number; phone: string; reference: string };

export const referenceLengthMax = 20;
const tunnelPattern = /ngrok|mockbin|requestbin/i;

const isNotificationUrl = (url: string): boolean => isCallbackUrl(url) && !tunnelPattern.test(url);

/** Checks a registration. ResponseType is case-sensitive. */
export const checkRegistration = (body: Record<string, unknown>, version: C2bVersion): Checked<Registration> => {
  const text = (name: string): string => textOf(body[name]);
  const responseType = text('ResponseType');
  if (!shortcodePattern.test(text('ShortCode'))) return { invalid: 'ShortCode' };
  if (responseType !== 'Completed' && responseType !== 'Cancelled') return { invalid: 'ResponseType' };
  if (!isNotificationUrl(text('ConfirmationURL'))) return { invalid: 'ConfirmationURL' };
  if (!isNotificationUrl(text('ValidationURL'))) return { invalid: 'ValidationURL' };
  return {
    fields: {
      shortcode: text('ShortCode'),
      version,
      responseType,
      confirmationUrl: text('ConfirmationURL'),
      validationUrl: text('ValidationURL'),
    },
  };
};

/** Checks a simulated payment. A paybill needs BillRefNumber; a till ignores it. */
export const checkSimulate = (body: Record<string, unknown>): Checked<Offline> => {
  const text = (name: string): string => textOf(body[name]);
  const command = text('CommandID');
  const isTill = command === 'CustomerBuyGoodsOnline';
  if (!shortcodePattern.test(text('ShortCode'))) return { invalid: 'ShortCode' };
  if (!isTill && command !== 'CustomerPayBillOnline') return { invalid: 'CommandID' };
  if (!isWholeBetween(text('Amount'), paymentAmountMin, paymentAmountMax)) return { invalid: 'Amount' };
  if (!msisdnPattern.test(text('Msisdn'))) return { invalid: 'Msisdn' };
  const isReference = isTill
    ? isOptionalText(body.BillRefNumber, referenceLengthMax)
    : isTextBetween(text('BillRefNumber'), 1, referenceLengthMax);
  if (!isReference) return { invalid: 'BillRefNumber' };
  return {
    fields: {
      shortcode: text('ShortCode'),
      isTill,
      amount: Number(text('Amount')),
      phone: text('Msisdn'),
      reference: isTill ? '' : text('BillRefNumber'),
    },
  };
};
