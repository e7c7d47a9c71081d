import { validate as isUuid } from 'uuid';
import { normaliseMsisdn } from '../../kernel/phone.ts';
import { receiptIn } from '../../kernel/receipt.ts';

/** The possible meanings of a pasted text. Several may apply; each costs one index lookup. */
type Guess = {
  /** A row of ours. */
  id?: string;
  /** 254XXXXXXXXX. */
  phone?: string;
  receipt?: string;
  /** The first characters of a receipt, in capitals. */
  receiptStart?: string;
  /** An id of the provider or of a request, unchanged. */
  token?: string;
  /** A result code of the provider. */
  code?: string;
  /** The end of an API key. */
  lastFour?: string;
  /** The beginning of an account reference, or all of it, in upper or lower case. */
  reference?: string;
  /** The beginning of the name of a payer or payee, in upper or lower case. */
  name?: string;
};

/** A message of the provider that somebody pastes whole. */
const textMax = 400;
const tokenMax = 100;
const codeMax = 15;
const referenceMax = 64;
const referenceMin = 2;
/** Letters, with what stands between them in names. */
const namePattern = /^\p{L}[\p{L}\p{M} .'’-]+$/u;

/** Reads a text as people paste it: with blanks around it, in quotes, with the dots before the end of a key. */
export function recognise(given: string): Guess {
  const text = given
    .slice(0, textMax)
    .normalize('NFC')
    // Copied text may contain invisible marks and special blanks.
    .replace(/\p{Cf}/gu, '')
    .replace(/[\t\p{Zs}]+/gu, ' ')
    .trim()
    .replace(/^(["'`])(.*)\1$/s, '$2')
    .trim();
  if (text === '' || /\p{Cc}/u.test(text) || !text.isWellFormed()) return {};
  if (isUuid(text)) return { id: text.toLowerCase(), token: text };
  // A text alone may be other things, too.
  const named = text.includes(' ') ? receiptIn(text) : undefined;
  if (named !== undefined) return { receipt: named, reference: text.slice(0, referenceMax) };
  const phone = normaliseMsisdn(text);
  const ending = /^(?:…|\.{3})?([A-Za-z0-9_-]{4})$/.exec(text)?.[1];
  const isToken = text.length <= tokenMax && text.length >= 6 && /^[\x21-\x7e]+$/.test(text);
  const isReference = text.length >= referenceMin && text.length <= referenceMax;
  return {
    ...(phone !== undefined && { phone }),
    ...(/^[A-Za-z0-9]{8,12}$/.test(text) && { receipt: text.toUpperCase() }),
    ...(/^[A-Za-z0-9]{4,11}$/.test(text) && { receiptStart: text.toUpperCase() }),
    ...(/^(?:c2b)?\d[\d.]*$/i.test(text) && text.length <= codeMax && { code: text.toUpperCase() }),
    ...(isToken && { token: text }),
    ...(ending !== undefined && { lastFour: ending }),
    ...(isReference && { reference: text }),
    ...(isReference && namePattern.test(text) && { name: text }),
  };
}
