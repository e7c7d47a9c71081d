/** The names of the values in a text: of `must be {min} to {max}`, `min` and `max`. */
type ValueNames<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValueNames<Rest>
  : never;

type Value = string | number;

/** A named English sentence with its values. A sentence about a value has no full stop, because its field comes first. */
export class Wrong {
  readonly name: string;
  readonly values: Readonly<Record<string, Value>>;
  readonly message: string;

  constructor(name: string, values: Readonly<Record<string, Value>>, message: string) {
    this.name = name;
    this.values = values;
    this.message = message;
  }

  toString(): string {
    return this.message;
  }

  toJSON(): string {
    return this.message;
  }
}

/** A reason to refuse something. Zod takes it as `error`: the issue has a {@link Wrong} as its message. */
export type Named = (() => { message: string }) & { readonly wrong: Wrong };

/** Reasons by name. One whose text has values is a function of them. */
export type Sentences<Texts extends Record<string, string>> = {
  readonly [Name in keyof Texts]: (ValueNames<Texts[Name]> extends never
    ? Named
    : (values: Record<ValueNames<Texts[Name]>, Value>) => Named) & { readonly text: Texts[Name] };
};

/**
 * Defines named refusals. Each text is the API's sentence, and `{max}` is a placeholder. A text about a value is the end
 * of a sentence that begins with the field. Names and texts are part of the API's contract.
 */
export function defineSentences<const Texts extends Record<string, string>>(texts: Texts): Sentences<Texts> {
  const defined = Object.entries(texts).map(([name, text]) => {
    const make = (values: Record<string, Value>) => namedOf(new Wrong(name, values, fill(text, values)));
    return [name, Object.assign(text.includes('{') ? make : make({}), { text })];
  });
  return Object.fromEntries(defined) as Sentences<Texts>;
}

function namedOf(wrong: Wrong): Named {
  // Zod passes a message on unchanged, so that its name and values arrive where the issue is read.
  const message = wrong as unknown as string;
  return Object.assign(() => ({ message }), { wrong });
}

function fill(text: string, values: Record<string, Value>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** Issues with values of any room. */
export const issues = defineSentences({
  text: 'must be a text',
  string: 'must be a string',
  digitsText: 'must be a string of digits',
  empty: 'must not be empty',
  blank: 'must not be blank',
  tooLong: 'must have at most {max} characters',
  textTooLong: 'must be at most {max} characters',
  overlong: 'is too long',
  tooFewLetters: 'must have at least 2 letters',
  lengthBetween: 'must be {min} to {max} characters',
  printableLength: 'must be {min} to {max} printable characters',
  asciiLength: 'must be {min} to {max} printable ASCII characters',
  visibleLength: 'must be {min} to {max} printable characters without spaces',
  controlCharacters: 'must not contain control characters',
  brokenCharacters: 'must not contain broken characters',
  controlOrBrokenCharacters: 'must not contain control or broken characters',
  brokenOrControlBeyondLines: 'must not contain broken or control characters other than tabs and line breaks',
  nulOrBrokenCharacters: 'must not contain NUL or broken characters',
  plainCharacters: 'must be plain characters without spaces or line breaks',
  colon: 'must not contain a colon',
  wholeNumber: 'must be a whole number',
  between: 'must be {min} to {max}',
  pixelsBetween: 'must be {min} to {max} pixels',
  digitsBetween: 'must be {min} to {max} digits',
  digitsFrom: 'must have {min} to {max} digits',
  daysBetween: 'must be {min} to {max} days',
  atMost: 'must be at most {max}',
  negative: 'must not be negative',
  notAboveZero: 'must be greater than 0',
  wholeDays: 'must be a whole number of days',
  atLeastOneDay: 'must be at least 1 day',
  atMostDays: 'must be at most {max} days',
  wholeKes: 'must be whole KES',
  wholeShillings: 'must be whole shillings',
  kesNumber: 'must be a number of whole KES',
  kesWithoutDecimals: 'must be whole KES, without decimals',
  kesWholeNumber: 'must be a whole number of KES',
  kesOrFraction: 'must be a number of KES',
  amountAtLeast: 'must be at least {min}',
  amountAtMost: 'must be at most {max}',
  amountTooLarge: 'is too much',
  maxBelowMin: 'must not be less than amountMin',
  amountMustBe: 'must be {amount}',
  boolean: 'must be true or false',
  mustBeTrue: 'must be true',
  date: 'must be a date',
  day: 'must be a day like 2026-11-20',
  reportDay: 'must be a day such as 2026-03-31',
  time: 'must be a time such as 2026-01-31T08:00:00Z',
  timeWithOffset:
    'must be a time such as 2026-01-31T08:00:00Z or with an offset such as %2B03:00 (an encoded plus sign)',
  uuid: 'must be a UUID',
  uuids: 'must be UUIDs',
  id: 'must be an id',
  oneOf: 'must be one of {values}',
  either: 'must be {values}',
  sortOf: 'must be of {values}',
  list: 'must be a list',
  listOf: 'must be a list of {what}',
  object: 'must be an object',
  repeated: 'must not repeat',
  tooManyEntries: 'must have at most {max} {what}',
  givenOnce: 'must be given once',
  required: 'is required',
  invalid: 'is not valid',
  unknownName: 'is not known here{question} {list}',
  unknownFields: 'has fields that the list does not know: {names}',
  place: 'is not a place in this list',
  timeZone: 'is not a time zone',
  timeZoneLike: 'is not a time zone such as Africa/Nairobi',
  timeZoneSuch: 'must be a time zone such as Africa/Nairobi',
  future: 'must be in the future',
  past: 'must not be in the future',
  notBegun: 'has not begun',
  beforeOther: 'must be before {to}',
  endBeforeStart: 'must not be before from',
  endBeforeStartQuoted: 'must not be before `from`',
  endNotLater: 'must be later than `from`',
  daysAfterFrom: 'must be at most {max} days after from',
  daysAfterFromQuoted: 'must be at most {max} days after `from`: two years',
  daysAgo: 'must be at most {max} days ago',
  phoneText: 'must be a string with a Kenyan mobile number',
  phone: 'must be a Kenyan mobile number, for example 0712345678 or +254712345678',
  shortcode: 'must be a shortcode of 5 to 8 digits',
  receipt: 'must be a receipt: 8 to 20 letters and digits',
  email: 'must be an e-mail address',
  reasonMissing: 'must say why',
  addressRange: 'must be an IPv4 or IPv6 address, or a range such as 10.0.0.0/8',
  addressAsIpv4: 'must be written as IPv4',
  metadata: 'must be key=value, for example orderId=1042',
  nestedTooDeep: 'must not be nested deeper than {max} levels',
  notUser: 'is not a user',
  notUserAddress: 'is not the address of a user',
  incorrect: 'is incorrect',
  alreadyMember: 'belongs to a member already',
  orderKind: 'must be a kind of order',
  successIsFinal: 'must be paid: a success is never taken back',
  receiptOfSuccess: 'must be the one of this success, {receipt}',
  failedAlready: 'must be paid: it has failed already',
  tooYoung: 'is younger than {minutes} minutes: the provider may still tell its outcome',
  receiptOfPayment: '{receipt} is the receipt of the payment {id}',
  receiptOfDisbursement: '{receipt} is the receipt of the disbursement {id}',
  receiptOfOther: '{receipt} is the receipt of a payment of another application on this shortcode',
  refundTooLarge: 'must be at most {max}: refund a larger payment in the provider’s portal',
  answeredAlready: 'has been answered already',
  inBodyTwice: 'is in the body twice',
  inexactNumber: 'has more digits than a number can keep: send "{text}" as a string',
  longNumber: 'is a number with more than {max} characters',
  inAddress: 'is in the address; send {member} in the body',
  unknownHeader: 'is a header that is not known here; did you mean Idempotency-Key?',
  keysDiffer: 'differs from another Idempotency-Key of this request; send one, or the same in header and body',
  oneKey: 'must be one key: a comma in a header divides two keys',
  objectOrNothing: 'must be a JSON object, or nothing',
  unknownField: 'is not a field of this procedure',
  successWithoutReceipt: 'must be the one of this success, which has none yet',
});

/** Refusals of verbs of any room. */
export const refusals = defineSentences({
  operatorOnly: 'Only the operator may do this.',
  role: 'Your role may not do this.',
  keyMayNot: 'An API key may not do this.',
  missingScope: 'This API key does not have the scope "{scope}".',
  keyNewUntil: 'This API key is new and moves no money before {until}.',
  keyNew: 'This API key is new and moves no money until another owner or admin approves it in the dashboard.',
  notFound: 'There is no such {what}.',
});
