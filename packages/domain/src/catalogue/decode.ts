import { secondMeaning } from './airtel-by-message.ts';
import { unavailableMessage } from './api-entries.ts';
import { byMessage } from './by-message.ts';
import { listedEntries } from './catalogue.ts';
import type { Explanation, Family, FamilyEntry } from './entry.ts';
import { extraEntries } from './extra-entries.ts';
import { wireCode } from './wire-code.ts';

/** The decoded-error object of spec 2.4. */
export type Decoded = { code: number | string } & Explanation;

export type ProviderApi =
  | 'token'
  | 'stk_push'
  | 'stk_query'
  | 'b2c'
  | 'c2b'
  | 'reversal'
  | 'transaction_status'
  | 'account_balance'
  | 'qr';

export type CodeInPlace = {
  family: Family;
  /** The provider's API that answered. */
  api?: ProviderApi;
  /** `sync`: the immediate answer to an action. `query`: to a question about it. `callback`: what came later. */
  phase?: 'sync' | 'query' | 'callback';
  /** As text, as sent. */
  code: string;
  message?: string | null;
};

/** Stands before what the provider said, in the cause of a code that the catalogue does not have. */
export const saidMark = ' and said: ';
/** Titles of explanations that no row of the catalogue has. */
export const titles = {
  superseded: 'Counted with its prompt',
  http: 'Refused without a result code',
  unknown: 'Unrecognised provider code',
} as const;

const messageLengthMax = 300;
const codeLengthMax = 64;
const initiatorText = /invalid initiator information/i;
const entries = new Map<string, FamilyEntry>(
  [...extraEntries, ...listedEntries].map((entry) => [keyOf(entry.family, entry.code), entry]),
);

function keyOf(family: Family, code: string): string {
  return `${family} ${code.toLowerCase()}`;
}

/**
 * Explains a provider code. Decided on family, API, phase, code and message, never on the code alone: one code means
 * different things in different places. An unknown code gets a safe explanation that is never retryable.
 */
export function decode(place: CodeInPlace): Decoded {
  const code = place.code.trim();
  const { title, cause, fix, category, retryable, customerMessage } = explain(
    { ...place, code },
    (place.message ?? '').trim(),
  );
  return { code: wireCode(code), title, cause, fix, category, retryable, customerMessage };
}

function explain(place: CodeInPlace, message: string): Explanation {
  const status = /^http_(\d{3})$/.exec(place.code)?.[1];
  const known = entries.get(keyOf(place.family, place.code));
  if (status !== undefined) return known ?? refusedByStatus(status, message);
  return explainByMessage(place, message) ?? known ?? unknownCode(place.code, message);
}

/** The codes that alone would mislead. */
function explainByMessage(place: CodeInPlace, message: string): Explanation | undefined {
  switch (place.family) {
    case 'api':
      return explainAnswer(place, message);
    case 'stk':
    case 'c2b_b2c':
      return undefined;
    default:
      return secondMeaning(place.code, message);
  }
}

/** Of M-PESA's immediate answers. */
function explainAnswer(place: CodeInPlace, message: string): Explanation | undefined {
  switch (place.code) {
    case '500.001.1001':
      // On a query it is noise while a prompt is live, whatever its text says: "no outcome yet".
      if (place.phase === 'query' || place.api === 'stk_query') return entries.get(keyOf('stk', place.code));
      if (/lock subscriber|in progress|already in process/i.test(message)) return byMessage.subscriberLocked;
      return /wrong credentials/i.test(message) ? byMessage.passkeyRefused : undefined;
    case '500.002.1001':
      if (/duplicate|originator/i.test(message)) return byMessage.alreadySubmitted;
      // Where request ids exist, silence must be read as the dangerous meaning.
      return place.api === 'b2c' && !/unavailable|maintenance|throttl|busy/i.test(message)
        ? byMessage.alreadySubmitted
        : undefined;
    case '400.002.02':
      return /phone ?number|msisdn/i.test(message) ? byMessage.phoneRefused : initiatorRefused(message);
    default:
      if (/spikearrest/i.test(place.code)) return entries.get(keyOf('api', 'http_429'));
      if (/quotaviolation/i.test(place.code)) return entries.get(keyOf('api', '500.003.03'));
      return entries.has(keyOf('api', place.code)) ? undefined : initiatorRefused(`${place.code} ${message}`);
  }
}

function initiatorRefused(text: string): Explanation | undefined {
  return initiatorText.test(text)
    ? entries.get(keyOf('api', 'Bad Request - Invalid Initiator Information'))
    : undefined;
}

/** A refusal without a code of the provider: often a gateway or firewall in front of it. */
function refusedByStatus(status: string, message: string): Explanation {
  const said = plain(message, messageLengthMax);
  return {
    title: titles.http,
    cause: `The provider, or a gateway in front of it, refused the request with HTTP ${status}${said ? `${saidMark}${said}` : ' and no explanation'}`,
    fix: 'Nothing was done. Correct what the text names. If it names nothing, ask the provider’s support, with the time and this text, whether it blocks your address or lacks the product for your shortcode.',
    category: 'provider_system',
    retryable: false,
    customerMessage: unavailableMessage,
  };
}

function unknownCode(code: string, message: string): Explanation {
  const said = plain(message, messageLengthMax);
  return {
    title: titles.unknown,
    cause: `The provider answered with code ${plain(code, codeLengthMax) || '(none)'}${said ? `${saidMark}${said}` : ' and no explanation'}`,
    fix: 'Read the state of the payment first, and do not repeat it before that state is final. Ask the provider’s support what the code means.',
    category: 'unknown',
    retryable: false,
    customerMessage: 'The payment could not be completed. Please contact the business before you try again.',
  };
}

/** Foreign text in one line of bounded length. */
function plain(text: string, lengthMax: number): string {
  return text
    .slice(0, lengthMax)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
}
