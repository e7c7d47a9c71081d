import {
  type Checked,
  isCallbackUrl,
  isOptionalText,
  isTextBetween,
  isWholeBetween,
  msisdnPattern,
  shortcodePattern,
  textOf,
} from '../field-checks.ts';
import type { Operation } from './scenario.ts';

type Body = Record<string, unknown>;

/** The fields of a valid request. Amounts in whole KES. Fields that the operation does not have are null. */
export type SecuredRequest = {
  operation: Operation;
  initiator: string;
  securityCredential: string;
  commandId: string;
  shortcode: string;
  identifierType: string | null;
  amount: number | null;
  phone: string | null;
  /** The shortcode that receives a B2B payment. */
  receiver: string | null;
  /** Only B2B payments have one; it may be empty. */
  accountReference: string | null;
  transactionId: string | null;
  originalConversationId: string | null;
  /** The caller's own id. Only payouts have one. */
  originatorConversationId: string | null;
  remarks: string;
  occasion: string;
  resultUrl: string;
  timeoutUrl: string;
};

const amountMin = 1;
const amountMax = 999_999_999;
const remarksLengthMin = 2;
const remarksLengthMax = 100;
const occasionLengthMax = 100;
const referenceLengthMax = 20;
const nameLengthMax = 100;
const idLengthMax = 100;
const payoutCommands: readonly string[] = ['SalaryPayment', 'BusinessPayment', 'PromotionPayment'];
const identifierTypes: readonly string[] = ['1', '2', '4'];
/** Digits that may be a phone number. The core rejects a wrong number, not the gateway. */
const phoneLikePattern = /^\d{9,13}$/;
const base64Pattern = /^[A-Za-z0-9+/]+={0,2}$/;

/** True for strict base64 that decodes to one of the lengths in `credentialBytes`. */
const isCredential = (text: string, credentialBytes: readonly number[]): boolean => {
  if (!base64Pattern.test(text)) return false;
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text && credentialBytes.includes(bytes.length);
};

/** Returns the name of the first invalid field among those that every operation starts with, or null. */
const invalidCommon = (body: Body, initiatorField: string, credentialBytes: readonly number[]): string | null => {
  if (!isTextBetween(body[initiatorField], 1, nameLengthMax)) return initiatorField;
  return isCredential(textOf(body.SecurityCredential), credentialBytes) ? null : 'SecurityCredential';
};

const invalidTail = (body: Body, occasionField: string | null): string | null => {
  if (!isTextBetween(body.Remarks, remarksLengthMin, remarksLengthMax)) return 'Remarks';
  if (!isCallbackUrl(textOf(body.QueueTimeOutURL))) return 'QueueTimeOutURL';
  if (!isCallbackUrl(textOf(body.ResultURL))) return 'ResultURL';
  return occasionField === null || isOptionalText(body[occasionField], occasionLengthMax) ? null : occasionField;
};

const requestOf = (
  operation: Operation,
  body: Body,
  fields: Partial<SecuredRequest> & { initiator: string; shortcode: string },
): SecuredRequest => ({
  operation,
  securityCredential: textOf(body.SecurityCredential),
  commandId: textOf(body.CommandID),
  identifierType: null,
  amount: null,
  phone: null,
  receiver: null,
  accountReference: null,
  transactionId: null,
  originalConversationId: null,
  originatorConversationId: null,
  remarks: textOf(body.Remarks),
  occasion: '',
  resultUrl: textOf(body.ResultURL),
  timeoutUrl: textOf(body.QueueTimeOutURL),
  ...fields,
});

export type CheckSecured = (body: Body, credentialBytes: readonly number[]) => Checked<SecuredRequest>;

/** Checks the fields that both versions of a payout have. Only they have the name InitiatorName. */
const payoutFields = (
  body: Body,
  credentialBytes: readonly number[],
  originatorConversationId: string | null,
  occasionField: 'Occassion' | 'Occasion',
): Checked<SecuredRequest> => {
  const text = (name: string): string => textOf(body[name]);
  const common = invalidCommon(body, 'InitiatorName', credentialBytes);
  if (common !== null) return { invalid: common };
  if (!payoutCommands.includes(text('CommandID'))) return { invalid: 'CommandID' };
  if (!isWholeBetween(text('Amount'), amountMin, amountMax)) return { invalid: 'Amount' };
  if (!shortcodePattern.test(text('PartyA'))) return { invalid: 'PartyA' };
  if (!phoneLikePattern.test(text('PartyB'))) return { invalid: 'PartyB' };
  const tail = invalidTail(body, occasionField);
  if (tail !== null) return { invalid: tail };
  return {
    fields: requestOf('payout', body, {
      initiator: text('InitiatorName'),
      originatorConversationId,
      shortcode: text('PartyA'),
      phone: text('PartyB'),
      amount: Number(text('Amount')),
      occasion: text(occasionField),
    }),
  };
};

/** Checks a payout of v3, with the id of the caller and the spelling Occassion. */
export const checkPayout: CheckSecured = (body, credentialBytes) => {
  const id = textOf(body.OriginatorConversationID);
  if (!isTextBetween(id, 1, idLengthMax)) return { invalid: 'OriginatorConversationID' };
  return payoutFields(body, credentialBytes, id, 'Occassion');
};

/** Checks a payout of v1. It has no id of the caller, and SDKs spell its occasion either way. */
export const checkOldPayout: CheckSecured = (body, credentialBytes) =>
  payoutFields(body, credentialBytes, null, 'Occassion' in body ? 'Occassion' : 'Occasion');

/** Checks a payment to another organization. */
export const checkB2b: CheckSecured = (body, credentialBytes) => {
  const text = (name: string): string => textOf(body[name]);
  const common = invalidCommon(body, 'Initiator', credentialBytes);
  if (common !== null) return { invalid: common };
  if (!isTextBetween(text('CommandID'), 1, nameLengthMax)) return { invalid: 'CommandID' };
  for (const field of ['SenderIdentifierType', 'RecieverIdentifierType']) {
    if (!identifierTypes.includes(text(field))) return { invalid: field };
  }
  if (!isWholeBetween(text('Amount'), amountMin, amountMax)) return { invalid: 'Amount' };
  if (!shortcodePattern.test(text('PartyA'))) return { invalid: 'PartyA' };
  if (!shortcodePattern.test(text('PartyB'))) return { invalid: 'PartyB' };
  if (!isOptionalText(body.AccountReference, referenceLengthMax)) return { invalid: 'AccountReference' };
  const tail = invalidTail(body, null);
  if (tail !== null) return { invalid: tail };
  return {
    fields: requestOf('b2b', body, {
      initiator: text('Initiator'),
      shortcode: text('PartyA'),
      receiver: text('PartyB'),
      accountReference: text('AccountReference'),
      identifierType: text('SenderIdentifierType'),
      amount: Number(text('Amount')),
    }),
  };
};

/** Checks a reversal. The provider misspells RecieverIdentifierType, whose only value is 11. */
export const checkReversal: CheckSecured = (body, credentialBytes) => {
  const text = (name: string): string => textOf(body[name]);
  const common = invalidCommon(body, 'Initiator', credentialBytes);
  if (common !== null) return { invalid: common };
  if (text('CommandID') !== 'TransactionReversal') return { invalid: 'CommandID' };
  if (!isTextBetween(text('TransactionID'), 1, idLengthMax)) return { invalid: 'TransactionID' };
  if (!isWholeBetween(text('Amount'), amountMin, amountMax)) return { invalid: 'Amount' };
  if (!shortcodePattern.test(text('ReceiverParty'))) return { invalid: 'ReceiverParty' };
  if (text('RecieverIdentifierType') !== '11') return { invalid: 'RecieverIdentifierType' };
  const tail = invalidTail(body, 'Occasion');
  if (tail !== null) return { invalid: tail };
  return {
    fields: requestOf('reversal', body, {
      initiator: text('Initiator'),
      shortcode: text('ReceiverParty'),
      identifierType: '11',
      transactionId: text('TransactionID'),
      amount: Number(text('Amount')),
      occasion: text('Occasion'),
    }),
  };
};

/** Checks a status inquiry by TransactionID or OriginalConversationID. TransactionID wins when both are present. */
export const checkStatus: CheckSecured = (body, credentialBytes) => {
  const text = (name: string): string => textOf(body[name]);
  const common = invalidCommon(body, 'Initiator', credentialBytes);
  if (common !== null) return { invalid: common };
  if (text('CommandID') !== 'TransactionStatusQuery') return { invalid: 'CommandID' };
  const transactionId = text('TransactionID');
  const originalConversationId = text('OriginalConversationID');
  if (transactionId.length > idLengthMax || (transactionId === '' && originalConversationId === '')) {
    return { invalid: 'TransactionID' };
  }
  if (originalConversationId.length > idLengthMax) return { invalid: 'OriginalConversationID' };
  if (!shortcodePattern.test(text('PartyA')) && !msisdnPattern.test(text('PartyA'))) return { invalid: 'PartyA' };
  if (!identifierTypes.includes(text('IdentifierType'))) return { invalid: 'IdentifierType' };
  const tail = invalidTail(body, 'Occasion');
  if (tail !== null) return { invalid: tail };
  return {
    fields: requestOf('status', body, {
      initiator: text('Initiator'),
      shortcode: text('PartyA'),
      identifierType: text('IdentifierType'),
      transactionId: transactionId === '' ? null : transactionId,
      originalConversationId: originalConversationId === '' ? null : originalConversationId,
      occasion: text('Occasion'),
    }),
  };
};

/** Checks a balance inquiry. */
export const checkBalance: CheckSecured = (body, credentialBytes) => {
  const text = (name: string): string => textOf(body[name]);
  const common = invalidCommon(body, 'Initiator', credentialBytes);
  if (common !== null) return { invalid: common };
  if (text('CommandID') !== 'AccountBalance') return { invalid: 'CommandID' };
  if (!shortcodePattern.test(text('PartyA'))) return { invalid: 'PartyA' };
  if (!identifierTypes.includes(text('IdentifierType'))) return { invalid: 'IdentifierType' };
  const tail = invalidTail(body, null);
  if (tail !== null) return { invalid: tail };
  return {
    fields: requestOf('balance', body, {
      initiator: text('Initiator'),
      shortcode: text('PartyA'),
      identifierType: text('IdentifierType'),
    }),
  };
};
