import { type NotAccepted, unreachable } from '../kit/answers.ts';

const idPattern = /^[A-Za-z0-9]{5,80}$/;
const phonePattern = /^254(\d{9})$/;
const referenceLengthMin = 4;
/** The shortest limit that any page of the network names. */
const referenceLengthMax = 25;
const referenceDefault = 'Payment';

/** True for an id of ours that the network takes: 5 to 80 letters and digits, so a UUID goes without its hyphens. */
export const isSendableId = (id: string): boolean => idPattern.test(id);

/** The nine digits that the network wants of 254XXXXXXXXX; undefined for another form. */
export function nationalNumber(phone: string): string | undefined {
  return phonePattern.exec(phone)?.[1];
}

/**
 * A reference as the network takes it: 4 to 25 plain letters and digits. All else is left out, and a short one gets zeros
 * before it. Without a letter or a digit it is `Payment`.
 */
export function referenceText(text: string): string {
  const letters = text.normalize('NFKD').replace(/[^A-Za-z0-9]+/g, '');
  if (letters === '') return referenceDefault;
  return letters.slice(0, referenceLengthMax).padStart(referenceLengthMin, '0');
}

/** The id and the number as they are sent, or the outcome for a call that cannot be made. */
export function checkedForms(id: string, phone: string): { msisdn: string } | { refusal: NotAccepted } {
  const msisdn = nationalNumber(phone);
  if (msisdn === undefined) return { refusal: unreachable('phone_form', 'The phone is no Kenyan number.') };
  if (!isSendableId(id)) return { refusal: unreachable('id_form', 'The id is not 5 to 80 letters and digits.') };
  return { msisdn };
}
