import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { invalidInput, issue } from '../kernel/input.ts';
import { userIssues } from './refusals.ts';

/** Why a password is refused. */
const passwordRefusals = {
  common: userIssues.passwordCommon,
  personal: userIssues.passwordPersonal,
  pattern: userIssues.passwordPattern,
};

type PasswordRefusal = keyof typeof passwordRefusals;

/** Fewest guesses that a password must withstand. */
const guessesMin = 100_000_000;
/** Only this many characters are judged, because they are enough for a strong password. */
const judgedCharactersMax = 32;
const productNames = ['tillgate', 'mpesa', 'm-pesa', 'daraja', 'safaricom'];
/** Shorter parts of names and addresses occur in too many words. */
const partCharactersMin = 3;

type Owner = { email: string; name: string | null };

let guesser: ZxcvbnFactory | undefined;

/** Why a password is too easy to guess for this person; undefined when it is not. */
export function passwordRefusal(password: string, owner: Owner): PasswordRefusal | undefined {
  guesser ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: judgedCharactersMax });
  const { guesses, sequence } = guesser.check(password.normalize('NFKC'), wordsOf(owner));
  if (guesses >= guessesMin) return undefined;
  if (sequence.some(({ dictionaryName }) => dictionaryName === 'userInputs')) return 'personal';
  return sequence.some(({ pattern }) => pattern === 'dictionary') ? 'common' : 'pattern';
}

/**
 * Refuses a password that is too easy to guess for this person.
 * @throws DomainError invalid_input
 */
export function demandStrongPassword(password: string, owner: Owner, path = 'password'): void {
  const refusal = passwordRefusal(password, owner);
  if (refusal) throw invalidInput(issue(path, passwordRefusals[refusal]));
}

/** Words that an attacker who knows the person would try first. */
function wordsOf({ email, name }: Owner): string[] {
  const [local = '', domain = ''] = email.split('@');
  const parts = [local, domain, name ?? ''].flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  const long = parts.filter((part) => part.length >= partCharactersMin);
  return [...new Set([email, local, domain, ...productNames, ...long])];
}
