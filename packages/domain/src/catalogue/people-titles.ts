import { keyOfTitle, keysOfTitles } from './key-of-explanation.ts';

type Language = 'en' | 'sw';

/**
 * What people call each explanation, by its key: on pages and in workbooks. The titles of the catalogue itself are for
 * programs, and never change. The longer texts of pages stand in `apps/web/messages/<language>/reasons.json`.
 */
export const peopleTitles = {
  stk_0: { en: 'Paid', sw: 'Imelipwa' },
  stk_1: { en: 'Insufficient balance', sw: 'Salio halitoshi' },
  stk_17: { en: 'Refused by an M-PESA rule', sw: 'Imekataliwa na kanuni ya M-PESA' },
  stk_26: { en: 'M-PESA too busy', sw: 'M-PESA ina shughuli nyingi' },
  stk_1001: { en: 'Another transaction is open', sw: 'Kuna muamala mwingine unaoendelea' },
  stk_1019: { en: 'Transaction expired', sw: 'Muda wa muamala umeisha' },
  stk_1025: { en: 'Prompt could not be sent', sw: 'Ombi halikuweza kutumwa' },
  stk_9999: { en: 'Prompt not delivered', sw: 'Ombi halikufika' },
  stk_1032: { en: 'Cancelled by the customer', sw: 'Mteja alighairi' },
  stk_1037: { en: 'No answer from the phone', sw: 'Simu haikujibu' },
  stk_2001: { en: 'Wrong PIN', sw: 'PIN si sahihi' },
  stk_2028: { en: 'Amount not permitted', sw: 'Kiasi hakiruhusiwi' },
  stk_2029: { en: 'Till and paybill mixed up', sw: 'Till na Paybill zimechanganywa' },
  stk_4999: { en: 'Waiting for the PIN', sw: 'Inasubiri PIN' },
  stk_500_001_1001: { en: 'Still being processed', sw: 'Bado inashughulikiwa' },
  api_400_002_02: { en: 'A field was refused', sw: 'Sehemu ya ombi imekataliwa' },
  api_400_002_05: { en: 'Request body refused', sw: 'Ombi limekataliwa' },
  api_400_008_02: { en: 'Invalid phone number', sw: 'Nambari ya simu si sahihi' },
  api_401_002_01: { en: 'Access token invalid or expired', sw: 'Access token si sahihi au imeisha muda' },
  api_404_001_03: { en: 'Access token or product refused', sw: 'Access token au bidhaa imekataliwa' },
  api_404_001_04: { en: 'Authentication header refused', sw: 'Uthibitishaji umekataliwa' },
  api_Bad_Request_Invalid_Initiator_Information: { en: 'Initiator refused', sw: 'Initiator amekataliwa' },
  api_500_001_1001: { en: 'Merchant unknown or without funds', sw: 'Biashara haijulikani au haina pesa' },
  api_500_002_1001: { en: 'M-PESA unavailable', sw: 'M-PESA haipatikani' },
  c2b_b2c_0: { en: 'Accepted', sw: 'Imekubaliwa' },
  c2b_b2c_2001: { en: 'Initiator refused', sw: 'Initiator amekataliwa' },
  c2b_b2c_C2B00011: { en: 'Payment refused: phone number', sw: 'Malipo yamekataliwa: nambari ya simu' },
  c2b_b2c_C2B00012: { en: 'Payment refused: account number', sw: 'Malipo yamekataliwa: nambari ya akaunti' },
  c2b_b2c_C2B00013: { en: 'Payment refused: amount', sw: 'Malipo yamekataliwa: kiasi' },
  c2b_b2c_C2B00014: { en: 'Payment refused: customer details', sw: 'Malipo yamekataliwa: maelezo ya mteja' },
  c2b_b2c_C2B00015: { en: 'Payment refused: shortcode', sw: 'Malipo yamekataliwa: nambari ya biashara' },
  c2b_b2c_C2B00016: { en: 'Payment refused', sw: 'Malipo yamekataliwa' },
  stk_2: { en: 'Amount too small', sw: 'Kiasi ni kidogo mno' },
  stk_3: { en: 'Amount too large', sw: 'Kiasi ni kikubwa mno' },
  stk_4: { en: 'Daily limit reached', sw: 'Kikomo cha siku kimefikiwa' },
  stk_8: { en: 'Recipient’s balance limit', sw: 'Kikomo cha salio la mpokeaji' },
  stk_expired_unanswered: { en: 'Expired without an outcome', sw: 'Imeisha bila matokeo' },
  stk_8006: { en: 'Customer’s PIN is locked', sw: 'PIN ya mteja imefungwa' },
  stk_SFC_IC0003: { en: 'Till and paybill mixed up', sw: 'Till na Paybill zimechanganywa' },
  c2b_b2c_1: { en: 'Insufficient float', sw: 'Salio la biashara halitoshi' },
  c2b_b2c_2: { en: 'Amount too small', sw: 'Kiasi ni kidogo mno' },
  c2b_b2c_3: { en: 'Amount too large', sw: 'Kiasi ni kikubwa mno' },
  c2b_b2c_4: { en: 'Daily limit reached', sw: 'Kikomo cha siku kimefikiwa' },
  c2b_b2c_8: { en: 'Recipient’s balance limit', sw: 'Kikomo cha salio la mpokeaji' },
  c2b_b2c_11: { en: 'Account not active', sw: 'Akaunti haifanyi kazi' },
  c2b_b2c_2028: { en: 'Not permitted for this shortcode', sw: 'Hairuhusiwi kwa shortcode hii' },
  c2b_b2c_2040: { en: 'Recipient not registered', sw: 'Mpokeaji hajasajiliwa' },
  c2b_b2c_8006: { en: 'Initiator locked', sw: 'Initiator amefungwa' },
  c2b_b2c_SFC_IC0003: { en: 'Invalid phone number', sw: 'Nambari ya simu si sahihi' },
  c2b_b2c_R000001: { en: 'Already refunded', sw: 'Tayari imerejeshwa' },
  c2b_b2c_R000002: { en: 'Unknown transaction', sw: 'Muamala haujulikani' },
  stk_15: { en: 'Already submitted', sw: 'Tayari imetumwa' },
  stk_18: { en: 'Initiator refused', sw: 'Initiator amekataliwa' },
  stk_21: { en: 'No permission', sw: 'Hakuna ruhusa' },
  stk_19: { en: 'Request refused', sw: 'Ombi limekataliwa' },
  stk_100000004: { en: 'M-PESA fault', sw: 'Hitilafu ya M-PESA' },
  stk_100000000: { en: 'Held by M-PESA', sw: 'Inashikiliwa na M-PESA' },
  stk_100000001: { en: 'M-PESA too busy', sw: 'M-PESA ina shughuli nyingi' },
  stk_00_002_1001: { en: 'M-PESA in maintenance', sw: 'M-PESA iko kwenye matengenezo' },
  api_400_003_01: { en: 'Access token or product refused', sw: 'Access token au bidhaa imekataliwa' },
  api_400_003_02: { en: 'Request refused', sw: 'Ombi limekataliwa' },
  api_400_008_01: { en: 'Consumer key or secret refused', sw: 'Consumer key au secret imekataliwa' },
  api_404_001_01: { en: 'Operation not found', sw: 'Operesheni haikupatikana' },
  api_too_late: { en: 'Held up for too long', sw: 'Ilichelewa mno' },
  api_500_003_02: { en: 'M-PESA limits requests', sw: 'M-PESA inapunguza maombi' },
  api_policies_ratelimit_SpikeArrestViolation: { en: 'M-PESA limits requests', sw: 'M-PESA inapunguza maombi' },
  api_500_003_1001: { en: 'M-PESA fault', sw: 'Hitilafu ya M-PESA' },
  stk_resolved_not_paid: { en: 'Not paid, resolved by hand', sw: 'Haijalipwa, imetatuliwa na mtu' },
  passkeyRefused: { en: 'Passkey refused', sw: 'Passkey imekataliwa' },
  alreadySubmitted: { en: 'Already submitted', sw: 'Tayari imetumwa' },
  phoneRefused: { en: 'Invalid phone number', sw: 'Nambari ya simu si sahihi' },
  superseded: { en: 'Counted with its prompt', sw: 'Imehesabiwa pamoja na ombi lake' },
  http: { en: 'Refused without a result code', sw: 'Imekataliwa bila msimbo wa matokeo' },
  unknown: { en: 'Unrecognised M-PESA code', sw: 'Msimbo wa M-PESA usiojulikana' },
} as const satisfies Record<string, Record<Language, string>>;

const byKey: Readonly<Record<string, Record<Language, string>>> = peopleTitles;

/** A title of the catalogue in the words of people; unchanged if another release wrote it. */
export function titleForPeople(title: string, language: Language): string {
  const key = keyOfTitle(title);
  return (key !== undefined && byKey[key]?.[language]) || title;
}

/** Every title of the catalogue with what people call it. */
export function titlesForPeople(language: Language): Record<string, string> {
  return Object.fromEntries([...keysOfTitles.keys()].map((title) => [title, titleForPeople(title, language)]));
}
