/** A phone or an amount that selects the outcome of a sandbox payment. The phone is 2547000 and the number. */
type Magic = { phone: string; amount: number };

const magic = (number: number): Magic => ({ phone: `2547000${number}`, amount: number });

/** The outcomes of POST /simulate/outcome, by the result code that each produces. */
export const simulatedOutcomes: Readonly<Record<string, string>> = {
  '0': 'approve',
  '1': 'insufficient_funds',
  '1032': 'cancel',
  '1037': 'timeout',
  '2001': 'wrong_pin',
};

/** Every result code with which a sandbox payment can fail. */
export const paymentCodes: Readonly<Record<string, Magic>> = {
  '1': magic(70_001),
  '2': magic(70_002),
  '3': magic(70_003),
  '4': magic(70_004),
  '8': magic(70_008),
  '17': magic(70_017),
  '26': magic(70_026),
  '1001': magic(71_001),
  '1019': magic(71_019),
  '1025': magic(71_025),
  '1032': magic(71_032),
  '1037': magic(71_037),
  '2001': magic(72_001),
  '2028': magic(72_028),
  '2029': magic(72_029),
  '8006': magic(78_006),
  '9999': magic(79_999),
  SFC_IC0003: magic(71_003),
};

/** Every result code with which a sandbox payout can end, and the remark that selects it. */
export const payoutCodes: Readonly<Record<string, string>> = {
  '0': 'magic:done',
  '1': 'magic:insufficient-funds',
  '2': 'magic:below-minimum',
  '3': 'magic:above-maximum',
  '4': 'magic:daily-limit',
  '8': 'magic:balance-limit',
  '11': 'magic:debit-party-invalid',
  '17': 'magic:internal-failure',
  '18': 'magic:credential-check-failed',
  '19': 'magic:sequencing-failed',
  '20': 'magic:initiator-unknown',
  '21': 'magic:initiator-not-allowed',
  '22': 'magic:initiator-inactive',
  '24': 'magic:field-missing',
  '25': 'magic:parameter-invalid',
  '26': 'magic:traffic-blocked',
  '29': 'magic:command-invalid',
  '2001': 'magic:initiator-invalid',
  '2006': 'magic:account-rule',
  '2028': 'magic:not-permitted',
  '2040': 'magic:receiver-unregistered',
  '8006': 'magic:credential-locked',
  '100000001': 'magic:overloaded',
  '100000002': 'magic:throttled',
  '100000004': 'magic:core-error',
  '100000005': 'magic:value-invalid',
  '100000007': 'magic:state-abnormal',
  '100000009': 'magic:interface-abnormal',
  '100000010': 'magic:no-permission',
  '100000011': 'magic:rate-exceeded',
  '00.002.1001': 'magic:maintenance',
  SFC_IC0003: 'magic:phone-invalid',
  C2B00011: 'magic:reject-msisdn',
  C2B00012: 'magic:reject-account',
  C2B00013: 'magic:reject-amount',
  C2B00014: 'magic:reject-kyc',
  C2B00015: 'magic:reject-shortcode',
  C2B00016: 'magic:reject-other',
};
