import type { ErrorCode, Issue, IssueName } from '@tillgate/domain';
import type { Locale } from '@/i18n/locale';
import en from '../../messages/en/issues.json' with { type: 'json' };
import sw from '../../messages/sw/issues.json' with { type: 'json' };
import { fill } from './fill.ts';
import { refusalPatterns } from './patterns.ts';

/** A language has a sentence for everything that can be wrong: one that is missing does not compile. */
type Texts = Omit<typeof en, 'issues'> & { issues: Record<IssueName, string> };
type Refusal = { domainCode: ErrorCode; detail: string; issues?: Issue[] };

const texts: Record<Locale, Texts> = { en, sw };
/** Values that are sums or counts: `150000` becomes `150,000`, as people write it in both languages. */
const sums = new Set(['amount', 'min', 'max']);

/** What is wrong with a field, as a whole sentence in the person's language. The API keeps the words of the schemas. */
export function sayIssue({ path, name, values }: Issue, locale: Locale): string {
  const { fields, issues, unnamed } = texts[locale];
  const named: Record<string, string> = fields;
  const field = named[path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? ''] ?? unnamed;
  return fill(isIssueName(name) ? issues[name] : issues.invalid, { field, ...grouped(values) });
}

/** A name of this release: a refusal may have been recorded by another one. */
function isIssueName(name: string): name is IssueName {
  return Object.hasOwn(en.issues, name);
}

/** A refusal of a procedure with its sentences in the person's language. What has no text of ours stays English. */
export function sayRefusal<Data extends Refusal>(refusal: Data, locale: Locale): Data {
  const { domainCode, detail, issues: given } = refusal;
  if (given && given.length > 0) {
    const issues = given.map((issue) => ({ ...issue, message: sayIssue(issue, locale) }));
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

function grouped(values: Issue['values']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      sums.has(name) ? String(value).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',') : String(value),
    ]),
  );
}
