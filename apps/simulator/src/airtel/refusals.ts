/**
 * How the rail says no. Its gateway (`ROUTER…`) refuses with HTTP 4xx. The layers behind it (`ESB…`, `DP…`) mostly say
 * no under HTTP 200 (facts 4, 12). `resultCode` is the older name of `responseCode`; either may be missing (fact 4).
 */
export type AirtelRefusal = { http: number; message: string; resultCode?: string; responseCode?: string };

const router = (responseCode: string, message: string): AirtelRefusal => ({ http: 400, message, responseCode });
const esb = (resultCode: string, message: string): AirtelRefusal => ({ http: 200, message, resultCode });
const denied = (responseCode: string, message: string): AirtelRefusal => ({
  http: 200,
  message,
  resultCode: 'ESB000011',
  responseCode,
});

/** The refusals of the gateway and of collections, by what is wrong. Sources: facts 1, 3, 4, 5, 9, 12. */
export const airtelRefusals = {
  noProduct: router('ROUTER001', 'Wallet is not configured'),
  missingHeader: router('ROUTER003', 'Mandatory header is missing'),
  unreadableBody: router('ROUTER003', 'Mandatory field is missing'),
  wrongCountry: router('ROUTER006', 'Invalid country'),
  noPartner: router('ROUTER110', 'Partner not found'),
  wrongCurrency: router('ROUTER112', 'Invalid currency'),
  timedOutInside: { http: 200, message: 'Timeout', responseCode: 'ROUTER117' },
  invalidId: esb('ESB000008', 'Transaction id must be alphanumeric, 5 to 80 characters'),
  invalidReference: esb('ESB000008', 'Reference must be alphanumeric, 4 to 64 characters'),
  invalidAmountForm: esb('ESB000008', 'Amount must be a number'),
  numberLength: esb('ESB000033', 'Msisdn Length should be 9'),
  numberForm: esb('ESB000036', 'Invalid MSISDN'),
  bodyCountry: esb('ESB000034', 'Country is not configured'),
  bodyCurrency: esb('ESB000035', 'Currency is not configured'),
  usedId: esb('ESB000041', 'External Transaction ID already exists'),
  failed: esb('ESB000011', 'Failed'),
  invalidAmount: denied('DP00800001004', 'Invalid Amount'),
  aboveLimit: denied('DP00800001003', 'Exceeds withdrawal amount limit'),
  wrongSignature: denied('DP00800001026', 'Signature and payload do not match'),
  noWallet: { http: 400, message: 'Msisdn Not Found', responseCode: 'DP00800001005' },
  somethingWrong: { http: 500, message: 'Something Went Wrong', responseCode: 'DP00800001005' },
  tooMany: { http: 429, message: 'Too many requests' },
  unknownId: { http: 200, message: 'Transaction not found', resultCode: 'ESB000045', responseCode: 'DP00800001025' },
  noUser: { http: 200, message: 'User not found', responseCode: 'DP02200000002' },
  wrongPin: router('ROUTER115', 'Wrong PIN'),
  unreadablePin: router('ROUTER116', 'Encrypted PIN is incorrect'),
  internal: { http: 500, message: 'Internal Server Error' },
} satisfies Record<string, AirtelRefusal>;

/** The refusals of payouts. The rail has one code for all forms that are wrong (fact 12). */
export const disbursementRefusals = {
  missingFields: denied('DP00900001013', 'Missing header/body params'),
  numberLength: denied('DP00900001013', 'Msisdn Length should be 9'),
  refused: denied('DP00900001013', 'Refused'),
  wrongNumber: denied('DP00900001012', 'Invalid mobile number'),
  amountRange: denied('DP00900001004', 'Amount is out of range'),
  timedOut: denied('DP00900001014', 'Transaction timed out'),
  unknownId: denied('DP00900001015', 'Transaction not found'),
  usedId: denied('DP00900001017', 'Duplicate Transaction Id'),
  usedIdAgain: denied('DP00900001011', 'Duplicate exttRID'),
} satisfies Record<string, AirtelRefusal>;
