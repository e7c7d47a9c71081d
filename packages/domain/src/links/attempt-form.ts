import { amountMax as amountMost } from '../kernel/money.ts';
import { normaliseMsisdn } from '../kernel/phone.ts';
import { promptsLeftOf } from './link.ts';
import { maskedPhone, type PublicLink } from './public-link.ts';
import type { LinkField } from './schemas.ts';

/** What the page of a link is about. `spent`: it asks no phone any more, and people can still pay from the menu. */
export type PageState = 'open' | 'spent' | 'paid' | 'ended' | 'expired' | 'unavailable';

/** `unavailable`: the organization is suspended, or cannot take payments. */
export function pageStateOf(link: PublicLink): PageState {
  if (link.isSuspended) return 'unavailable';
  if (link.status === 'paid') return 'paid';
  if (link.status === 'ended') return link.endedBy === 'expiry' ? 'expired' : 'ended';
  if (link.accounts.length === 0) return 'unavailable';
  if (restOf(link) === 0) return 'paid';
  return promptsLeftOf(link, link.promptsSent) === 0 ? 'spent' : 'open';
}

/** What is left to pay of a link with an amount. */
function restOf({ amount, paidAmount }: Pick<PublicLink, 'amount' | 'paidAmount'>): number | null {
  return amount === null ? null : Math.max(0, amount - paidAmount);
}

/** What a payer can pay: one amount, one of some, or any within bounds. `bounds` of choices: any other amount, too. */
export type Offer =
  | { kind: 'fixed'; amount: number }
  | { kind: 'choices'; choices: number[]; bounds: Bounds | null }
  | { kind: 'typed'; bounds: Bounds };
type Bounds = { min: number; max: number };

export function offerOf(link: PublicLink): Offer {
  const rest = restOf(link);
  if (rest !== null) return { kind: 'fixed', amount: rest };
  const bounds = { min: link.amountMin ?? 1, max: link.amountMax ?? amountMost };
  if (link.choices.length === 0) return { kind: 'typed', bounds };
  const isBounded = link.amountMin !== null || link.amountMax !== null;
  return { kind: 'choices', choices: link.choices, bounds: isBounded ? bounds : null };
}

/** The names of the form's inputs. */
export const formNames = {
  phone: 'phone',
  amount: 'amount',
  /** Beside amounts to choose from: the value of `amount` is `other` then. */
  otherAmount: 'other_amount',
  visit: 'visit',
  repeat: 'repeat',
  answer: (field: string) => `field_${field}`,
} as const;

/** What somebody typed, as it came, by the names of the inputs. */
export type TypedForm = Readonly<Record<string, string>>;

/** What is wrong with one input. */
export type FormProblem = { input: string } & (
  | { why: 'phone_missing' | 'phone_wrong' }
  | { why: 'amount_missing' | 'amount_whole' | 'amount_choice' }
  | { why: 'amount_low' | 'amount_high' | 'amount_changed'; amount: number }
  | { why: 'answer_missing' | 'answer_long' | 'answer_number' | 'answer_choice' | 'answer_characters' }
);

type Judged<Value> = { value: Value } | { problem: FormProblem };

type JudgedForm =
  | { kind: 'right'; phone: string; amount: number; answers: Record<string, string> }
  | { kind: 'wrong'; problems: FormProblem[] };

/** What a form asks for, or all that is wrong with it in the order of its inputs. */
export function judgeForm(link: PublicLink, typed: TypedForm): JudgedForm {
  const amount = judgeAmount(offerOf(link), typed);
  const phone = judgePhone(link, typed);
  const answers = link.fields.map((field) => ({ field, judged: judgeAnswer(field, typed) }));
  const all = [amount, phone, ...answers.map(({ judged }) => judged)];
  const problems = all.flatMap((each) => ('problem' in each ? [each.problem] : []));
  if (problems.length > 0 || !('value' in amount) || !('value' in phone)) return { kind: 'wrong', problems };
  const given = answers.flatMap(({ field, judged }) =>
    'value' in judged && judged.value !== '' ? [[field.name, judged.value] as const] : [],
  );
  return { kind: 'right', phone: phone.value, amount: amount.value, answers: Object.fromEntries(given) };
}

/** The masked number of the link stands for that number. */
function judgePhone({ phone }: PublicLink, typed: TypedForm): Judged<string> {
  const input = formNames.phone;
  const text = (typed[input] ?? '').trim();
  if (phone !== null && text === maskedPhone(phone)) return { value: phone };
  if (text === '') return { problem: { input, why: 'phone_missing' } };
  const read = normaliseMsisdn(text);
  return read === undefined ? { problem: { input, why: 'phone_wrong' } } : { value: read };
}

function judgeAmount(offer: Offer, typed: TypedForm): Judged<number> {
  const input = formNames.amount;
  const text = (typed[input] ?? '').trim();
  if (offer.kind === 'typed') return judgeTyped(text, input, offer.bounds);
  if (offer.kind === 'choices') {
    if (text === 'other' && offer.bounds) {
      return judgeTyped((typed[formNames.otherAmount] ?? '').trim(), formNames.otherAmount, offer.bounds);
    }
    if (text === '') return { problem: { input, why: 'amount_missing' } };
    const chosen = offer.choices.find((choice) => String(choice) === text);
    return chosen === undefined ? { problem: { input, why: 'amount_choice' } } : { value: chosen };
  }
  // The payer agreed to what the page said. It says another amount once somebody else paid a part.
  return text === String(offer.amount)
    ? { value: offer.amount }
    : { problem: { input, why: 'amount_changed', amount: offer.amount } };
}

function judgeTyped(text: string, input: string, { min, max }: Bounds): Judged<number> {
  if (text === '') return { problem: { input, why: 'amount_missing' } };
  // Thousands may be apart. Whoever types a comma for cents must not pay a hundred times as much.
  if (!/^(?:[0-9]{1,12}|[0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,3}(?: [0-9]{3}){1,3})$/.test(text))
    return { problem: { input, why: 'amount_whole' } };
  const amount = Number(text.replace(/[ ,]/g, ''));
  if (amount < min) return { problem: { input, why: 'amount_low', amount: min } };
  return amount > max ? { problem: { input, why: 'amount_high', amount: max } } : { value: amount };
}

const answerMax = 100;

function judgeAnswer({ name, kind, required, choices = [] }: LinkField, typed: TypedForm): Judged<string> {
  const input = formNames.answer(name);
  const text = (typed[input] ?? '').trim();
  if (text === '') return required ? { problem: { input, why: 'answer_missing' } } : { value: '' };
  if ([...text].length > answerMax) return { problem: { input, why: 'answer_long' } };
  if (!text.isWellFormed() || /\p{Cc}/u.test(text)) return { problem: { input, why: 'answer_characters' } };
  if (kind === 'number' && !/^-?[0-9]+(?:[.,][0-9]+)?$/.test(text)) return { problem: { input, why: 'answer_number' } };
  // A label that begins or ends with a blank is sent without it.
  const chosen = kind === 'choice' ? choices.find((choice) => choice.trim() === text) : text;
  return chosen === undefined ? { problem: { input, why: 'answer_choice' } } : { value: chosen };
}
