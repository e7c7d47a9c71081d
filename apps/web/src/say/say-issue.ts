import type { ErrorCode } from '@tillgate/domain';
import type { Locale } from '@/i18n/locale';
import en from '../../messages/en/issues.json' with { type: 'json' };
import sw from '../../messages/sw/issues.json' with { type: 'json' };
import { fill } from './fill.ts';
import { issuePatterns, refusalPatterns } from './patterns.ts';

type Texts = typeof en;
type Issue = { path: string; message: string };
type Refusal = { domainCode: ErrorCode; detail: string; issues?: Issue[] };

const texts = { en, sw } satisfies Record<Locale, Texts>;
/** Fields with a smallest or largest value that is no amount of money. */
const counts = new Set(['limit', 'concurrency', 'ratePerSecond', 'hour', 'size']);

/** What is wrong with a field, as a whole sentence in the person's language. The API keeps the words of the schemas. */
export function sayIssue({ path, message }: Issue, locale: Locale): string {
  const { fields, issues, unnamed, other } = texts[locale];
  const names: Record<string, string> = fields;
  const name = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '';
  const field = names[name] ?? unnamed;
  const [pattern, key] = issuePatterns.find(([each]) => each.test(message)) ?? [];
  if (!pattern || !key || (counts.has(name) && key.endsWith('Amount')))
    return locale === 'en' ? `${field} ${message}.` : fill(other, { field });
  return fill(issues[key], { field, ...grouped(pattern.exec(message)?.groups ?? {}) });
}

/** A refusal of a procedure with its sentences in the person's language. What has no text of ours stays English. */
export function sayRefusal<Data extends Refusal>(refusal: Data, locale: Locale): Data {
  const { domainCode, detail, issues: given } = refusal;
  if (given && given.length > 0) {
    const issues = given.map((issue) => ({ path: issue.path, message: sayIssue(issue, locale) }));
    return { ...refusal, issues, detail: [...new Set(issues.map(({ message }) => message))].join(' ') };
  }
  return { ...refusal, detail: sayDetail(detail, domainCode, locale) };
}

/** A sentence of a refusal. In English the verb's own words say more than those of its code; elsewhere nobody may know them. */
export function sayDetail(detail: string, code: string, locale: Locale): string {
  const { refusals, codes } = texts[locale];
  const [pattern, key] = refusalPatterns.find(([each]) => each.test(detail)) ?? [];
  if (pattern && key) return fill(refusals[key], pattern.exec(detail)?.groups ?? {});
  const ofCode: Record<string, string> = codes;
  return locale === 'en' ? detail : (ofCode[code] ?? codes.internal);
}

/** `150000` becomes `150,000`, as sums are written in both languages. A shortcode is no sum. */
function grouped(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      /shortcode/i.test(name) ? value : value.replace(/\B(?=(\d{3})+(?!\d))/g, ','),
    ]),
  );
}
