/**
 * What no log line shows, whatever is logged. A name counts without its case, `_` and `-`:
 * it is secret when it contains a word of `secretWords`, ends with `key`, or is one of `privateNames`.
 */
const secretWords = [
  'authorization',
  'cookie',
  'credential',
  'email',
  'fingerprint',
  'hash',
  'msisdn',
  'otlpheaders',
  'passkey',
  'passphrase',
  'password',
  'phone',
  'receipt',
  'sealed',
  'secret',
  'signature',
  'token',
  'vault',
];

/** Contents that other people wrote, or that name a payer: bodies, inputs and results. */
const privateNames = [
  'accountref',
  'accountreference',
  'answers',
  'attachment',
  'body',
  'details',
  'filter',
  'input',
  'metadata',
  'occasion',
  'otherparty',
  'outcome',
  'output',
  'pass',
  'payee',
  'payeename',
  'payername',
  'people',
  'raw',
  'recipient',
  'rawbody',
  'remarks',
  'requestbody',
  'responsebody',
  'responseheaders',
  'result',
  'retiredsecrets',
  'steps',
  'text',
  'title',
  'transactionid',
];

const secretName = new RegExp(`${secretWords.join('|')}|key$|^(?:${privateNames.join('|')})$`);
const plainNames = new Map<string, boolean>();
const namesRememberedMax = 2_000;

/** Whether the value of a field with this name may not be printed. */
export function isSecretName(name: string): boolean {
  const known = plainNames.get(name);
  if (known !== undefined) return known;
  const isSecret = secretName.test(name.toLowerCase().replaceAll(/[_-]/g, ''));
  if (plainNames.size < namesRememberedMax) plainNames.set(name, isSecret);
  return isSecret;
}

/** What replaces a secret. */
const redacted = '[redacted]';

/**
 * Secrets that stand inside of a text, such as the message of an error: our API keys and signing secrets, bearer
 * tokens, passwords in addresses, email addresses, phone numbers and receipts.
 */
const secretText = new RegExp(
  [
    String.raw`\bmp_(?:test|live)_\w+`,
    String.raw`\bwhsec_[\w+/=-]+`,
    String.raw`(?<=\b(?:Bearer|Basic) )[\w.~+/=-]+`,
    String.raw`(?<=:\/\/)[^\s/@:]*:[^\s/@]*(?=@)`,
    // Starts only at the beginning of a word, because starting at each character would take quadratic time.
    String.raw`(?<![\w.+-])[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}\b`,
    String.raw`(?<!\w)(?:\+?254|0)[17]\d{8}(?!\w)`,
    String.raw`\b(?=[A-Z]*\d)[A-Z][A-Z0-9]{9}\b`,
    // One in ten has letters alone: first those of its year, month and day. ECONNRESET would be one.
    String.raw`\b(?!ECONNRESET)[A-Z][A-L][A-V][A-Z]{7}\b`,
  ].join('|'),
  'g',
);

function withoutSecrets(name: string, value: unknown): unknown {
  if (typeof value === 'string') return isSecretName(name) ? redacted : value.replace(secretText, redacted);
  if (value === null || typeof value === 'boolean') return value;
  return isSecretName(name) ? redacted : value;
}

/** Names in JSON that has no escaped characters. */
const names = /"([^"]*)":/g;

/**
 * Removes secrets from one line of JSON, at every depth. Most lines have none and stay as they are.
 * @param line what the logger is about to write, with its line end
 */
export function redactLine(line: string): string {
  return mayHide(line) ? `${JSON.stringify(JSON.parse(line), withoutSecrets)}\n` : line;
}

/**
 * Whether a line has to be read. Without a backslash nothing in it is escaped: names and texts stand in it as they are, with
 * quotes around them, which no secret contains.
 */
function mayHide(line: string): boolean {
  if (line.includes('\\') || line.search(secretText) >= 0) return true;
  for (const [, name = ''] of line.matchAll(names)) if (isSecretName(name)) return true;
  return false;
}
