import type { ErrorCode, Issue, IssueName, Refusal } from '@tillgate/domain';
import { waitText } from '@/format/time-text';
import type { Locale } from '@/i18n/locale';
import type { ShownRefusal } from '@/refusals';
import en from '../../messages/en/issues.json' with { type: 'json' };
import sw from '../../messages/sw/issues.json' with { type: 'json' };
import { fill } from './fill.ts';

/** A language has a sentence for everything that is refused: one that is missing does not compile. */
type Texts = Omit<typeof en, 'issues' | 'refusals' | 'codes'> & {
  issues: Record<IssueName, string>;
  refusals: Record<ShownRefusal, string>;
  codes: Record<ErrorCode, string>;
};
type Refused = { detail: string; refusal?: Refusal };
type RefusedCall = Refused & { domainCode: ErrorCode; issues?: Issue[] };

const texts: Record<Locale, Texts> = { en, sw };
/** Values that are sums or counts: `150000` becomes `150,000`, as people write it in both languages. */
const sums = new Set(['amount', 'min', 'max']);

/** An issue as a whole sentence in the person's language. The API uses the texts of the schemas. */
export function sayIssue({ path, name, values }: Issue, locale: Locale): string {
  const { fields, issues, unnamed } = texts[locale];
  const named: Record<string, string> = fields;
  const field = named[path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? ''] ?? unnamed;
  const other = named[String(values.other)];
  const known = { field, ...spelled(values, locale), ...(other !== undefined && { other }) };
  return fill(isIssueName(name) ? issues[name] : issues.invalid, known);
}

/** A name of this release: a refusal may have been recorded by another one. */
function isIssueName(name: string): name is IssueName {
  return Object.hasOwn(en.issues, name);
}

/** A refusal of a procedure with its sentences in the person's language. */
export function sayRefusal<Data extends RefusedCall>(refused: Data, locale: Locale): Data {
  const { domainCode, issues: given } = refused;
  if (given && given.length > 0) {
    const issues = given.map((issue) => ({ ...issue, message: sayIssue(issue, locale) }));
    return { ...refused, issues, detail: [...new Set(issues.map(({ message }) => message))].join(' ') };
  }
  return { ...refused, detail: sayDetail(refused, domainCode, locale) };
}

/**
 * A sentence of a refusal. One without a name, from before names or from the framework, keeps its words in English; elsewhere
 * nobody may know them, and the text of its code stands for it.
 */
export function sayDetail({ detail, refusal }: Refused, code: string, locale: Locale): string {
  const { refusals, codes } = texts[locale];
  if (refusal && isRefusalName(refusal.name)) return fill(refusals[refusal.name], spelled(refusal.values, locale));
  const ofCode: Record<string, string> = codes;
  return locale === 'en' ? detail : (ofCode[code] ?? codes.internal);
}

function isRefusalName(name: string): name is ShownRefusal {
  return Object.hasOwn(en.refusals, name);
}

/** Values as people write them: sums with their commas, and a wait with its unit. */
function spelled(values: Issue['values'], locale: Locale): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (name === 'seconds') return [name, waitText(Number(value), locale)];
      return [name, sums.has(name) ? String(value).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',') : String(value)];
    }),
  );
}
