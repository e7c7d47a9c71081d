import { unknownNames } from '@tillgate/domain';
import { refusal } from '@/graphql/errors';
import { type Locale, locales } from '@/i18n/locale';

const period = ['environment', 'applicationId', 'from', 'to', 'timeZone', 'language'] as const;
const sums = [...period, 'interval', 'shortcodes'] as const;

/** The reports that there are files of, and what each can be asked for. */
export const parameters = {
  collections: [...sums, 'groupBy', 'sources', 'resultCodes'],
  payouts: [...sums, 'groupBy', 'resultCodes'],
  settlement: [...sums, 'groupBy'],
  balances: sums,
  payments: [
    ...period,
    ...['status', 'netStatus', 'source', 'rail', 'reasonCode', 'accountReference', 'receipt', 'limit', 'after'],
  ],
} as const satisfies Record<string, readonly string[]>;

export type ReportName = keyof typeof parameters;

const formats = ['csv', 'ndjson', 'xlsx'] as const;
const lists = new Set(['shortcodes', 'sources', 'resultCodes']);
/** Whoever sends a token like this must learn not to: addresses are written to logs and histories. */
const secrets = ['token', 'access_token', 'api_key', 'key'];

export type Asked = {
  report: ReportName;
  format: (typeof formats)[number];
  environment: 'sandbox' | 'production';
  /** Of the texts in a workbook. */
  language: Locale;
  applicationId: string | undefined;
  /** Everything else, as it came. Lists are lists. */
  input: Record<string, string | string[]>;
};

/** The report and format that a file name such as `collections.csv` asks for. */
function nameOf(file: string): Pick<Asked, 'report' | 'format'> | undefined {
  const [name = '', extension = '', ...more] = file.split('.');
  const format = formats.find((known) => known === extension);
  return format && more.length === 0 && Object.hasOwn(parameters, name)
    ? { report: name as ReportName, format }
    : undefined;
}

/**
 * Parses a request. The reports check the values.
 * @throws GraphQLError NOT_FOUND, BAD_REQUEST (a token in the address), BAD_FILTER
 */
export function readAsked(file: string, query: URLSearchParams): Asked {
  const named = nameOf(file);
  if (!named) {
    const known = Object.keys(parameters).join(', ');
    throw refusal('NOT_FOUND', `There is no such report. There are ${known}, each as .csv, .ndjson and .xlsx.`);
  }
  if (secrets.some((name) => query.has(name)) || [...query.values()].some((value) => value.includes('mp_report_'))) {
    throw refusal(
      'BAD_REQUEST',
      'Send the token as Authorization: Bearer. An address is written to logs; revoke a token that was part of one.',
    );
  }
  const known: readonly string[] = parameters[named.report];
  const [unknown] = unknownNames(query.keys(), known);
  if (unknown) throw refusal('BAD_FILTER', `${unknown.path} ${unknown.message}.`);
  const twice = known.filter((name) => !lists.has(name) && query.getAll(name).length > 1);
  if (twice.length > 0) throw refusal('BAD_FILTER', `Given twice: ${twice.join(', ')}.`);
  const environment = query.get('environment');
  if (environment !== 'sandbox' && environment !== 'production') {
    throw refusal('BAD_FILTER', 'environment must be sandbox or production.');
  }
  const language = locales.find((each) => each === (query.get('language') ?? 'en'));
  if (!language) throw refusal('BAD_FILTER', 'language must be en or sw.');
  const input: Asked['input'] = {};
  for (const name of new Set(query.keys())) {
    if (['environment', 'applicationId', 'language'].includes(name) || !known.includes(name)) continue;
    input[name] = lists.has(name) ? query.getAll(name).flatMap((value) => value.split(',')) : (query.get(name) ?? '');
  }
  return { ...named, environment, language, applicationId: query.get('applicationId') ?? undefined, input };
}
