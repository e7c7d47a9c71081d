import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createLogger } from './log.ts';
import { isSecretName } from './redact.ts';

const repository = new URL('../../../', import.meta.url);
const schemaDirectory = new URL('packages/db/prisma/schema/', repository);

/** Names of the columns that hold texts, bytes or JSON. Identifiers, numbers, dates and enumerations cannot be secret. */
function schemaFields(): string[] {
  const names = readdirSync(schemaDirectory).flatMap((file) => {
    const text = readFileSync(new URL(file, schemaDirectory), 'utf8');
    const models = text.match(/^model \w+ \{$[\s\S]*?^\}$/gm) ?? [];
    return models.flatMap((model) =>
      [...model.matchAll(/^ {2}(\w+) +(?:String|Bytes|Json)\b.*$/gm)].flatMap(([line, name = '']) =>
        line.includes('@db.Uuid') ? [] : [name],
      ),
    );
  });
  return [...new Set(names)].sort();
}

/**
 * Columns that may be printed. A new column is in neither list: decide whether a log may show it, then add it here
 * or to redact.ts.
 */
const printable = [
  // Of payment links.
  ...['fields', 'publicName', 'referencePrefix', 'refusal', 'returnHosts', 'returnUrl'],
  // Of batches of payouts.
  ...['findings', 'problems', 'skippedBecause', 'submittedBy', 'warnings'],
  // Of buckets.
  ...['accessKeyId', 'bucket', 'prefix', 'region'],
  ...[
    'action',
    'actor',
    'address',
    'allowedIps',
    'attachmentName',
    'attachmentType',
    'addresses',
    'checkoutRequestId',
    'closedBy',
    'closingNote',
    'columns',
    'commandId',
    'conversationId',
    'createdBy',
    'data',
    'decisionNote',
  ],
  ...['description', 'detail', 'disabledReason', 'endpoint', 'error', 'errorCode', 'errorDetail', 'event', 'eventId'],
  ...[
    'events',
    'exactAmount',
    'fileSha256',
    'fn',
    'id',
    'identifierType',
    'initiatorName',
    'invitedBy',
    'issuer',
    'keys',
    'lastFour',
  ],
  ...[
    'merchantRequestId',
    'method',
    'mutedMails',
    'name',
    'network',
    'originatorConversationId',
    'page',
    'path',
    'pending',
    'pullError',
    'pullLeftOut',
    'query',
    'reason',
  ],
  ...[
    'reference',
    'referencePattern',
    'references',
    'refreshingBy',
    'remoteIp',
    'removed',
    'requestedBy',
    'responseCode',
    'responseDescription',
  ],
  ...[
    'resultCode',
    'resultDesc',
    'shortcode',
    'stack',
    'subject',
    'subjectId',
    'tillNumber',
    'to',
    'transports',
    'type',
    'url',
  ],
  ...['fileName', 'importedBy', 'lineType'],
  // Of days that were signed off.
  ...['exceptions', 'figures', 'note', 'signedBy'],
  // Of thresholds of balances.
  ...['account', 'setBy'],
  // Of accounts at networks.
  ...['number'],
  // Of saved recipients.
  ...['savedBy', 'answeredBy', 'removedBy'],
  // Of the stop list.
  ...['addedBy', 'keyId'],
  // Of rules for prompts.
  'settings',
  // Of roles.
  'vouchedBy',
  'suspensionReason',
  'timeZone',
  'userAgent',
  // Of gaps, and of callbacks whose payment was forgotten.
  ...['amount', 'journal', 'openedBy'],
  // Of periods of the provider.
  'state',
  // Of hourly totals.
  ...['basis', 'kind', 'source', 'status'],
].sort();

/** Secrets that reach a process by its environment. Addresses keep their host and lose their password. */
const secretVariables = [...readFileSync(new URL('.env.example', repository), 'utf8').matchAll(/^# ([A-Z0-9_]+)=/gm)]
  .map(([, name = '']) => name)
  .filter((name) => /SECRET|PASSWORD|PASSKEY|CREDENTIALS|_KEYS?$/.test(name));

const secretHeaders = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-webhook-signature'];
const otherSecrets = [
  ...['x-inngest-signature', 'idempotency-key', 'apiKey', 'token', 'passkey', 'password', 'msisdn'],
  ...['consumerKey', 'consumerSecret', 'initiatorPassword', 'securityCredential', 'receipt', 'providerReceipt'],
];

const secretNames = [...schemaFields().filter(isSecretName), ...secretVariables, ...secretHeaders, ...otherSecrets];

/** A logger of a process, and what it has written. */
function logOf(name: string) {
  const lines: string[] = [];
  const log = createLogger(name, 'trace', { write: (line) => void lines.push(line) });
  return { log, lines };
}

/** What a careless line may look like that has a field in it. */
function careless(name: string, secret: string): unknown[] {
  const field = { [name]: secret };
  return [
    field,
    { one: field },
    { one: { two: { three: { four: { five: { six: field } } } } } },
    { list: [{ deep: [field] }] },
    { [name]: { inside: secret } },
    { [name]: [secret] },
    { err: Object.assign(new Error('refused'), field) },
    { err: Object.assign(new Error('refused'), { request: { headers: field } }) },
    Object.assign(new Error('refused'), { meta: field }),
  ];
}

describe.each(['api', 'worker', 'web'])('the log of the %s', (process) => {
  it.each(secretNames)('never shows %s, at any depth', (name) => {
    const { log, lines } = logOf(process);
    const secret = 'canary';
    const all = careless(name, secret);
    for (const line of all) log.error(line, 'careless');
    log
      .child({ [name]: secret })
      .child({ request: { [name]: secret } })
      .warn('bound');
    expect(lines).toHaveLength(all.length + 1);
    expect(lines.join('')).not.toContain(secret);
    expect(lines.join('')).toContain('[redacted]');
  });
});

describe('a log line', () => {
  it('has a decision about every column of the schema', () => {
    expect(schemaFields().filter((name) => !isSecretName(name))).toEqual(printable);
  });

  it('is what it was, but for its secrets', () => {
    const { log, lines } = logOf('api');
    log.info({ port: 4000, isReady: true, key: null, at: { url: '/x' }, names: ['a'] }, 'listening');
    expect(lines).toHaveLength(1);
    expect(lines[0]?.endsWith('}\n')).toBe(true);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      name: 'api',
      port: 4000,
      isReady: true,
      key: null,
      at: { url: '/x' },
      names: ['a'],
      msg: 'listening',
    });
  });

  it.each([
    ['a phone number', '254712345678'],
    ['a phone number with a plus', '+254112345678'],
    ['a local phone number', '0712345678'],
    ['a receipt', 'SKL7X0P2QA'],
    ['a receipt without a digit', 'UKTQWERTYZ'],
    ['an API key', 'mp_test_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG'],
    ['a signing secret', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['a mail address', 'jane.doe@shop.example'],
  ])('hides %s in its message, in the message of an error, and in its fields', (_what, secret) => {
    const { log, lines } = logOf('worker');
    log.warn(`about ${secret}.`);
    log.warn({ note: [`(${secret})`] }, 'seen');
    log.error(new Error(`no row for ${secret}`, { cause: new Error(`because of ${secret}`) }));
    expect(lines).toHaveLength(3);
    expect(lines.join('')).not.toContain(secret);
    expect(lines[0]).toContain('about [redacted].');
  });

  it('hides the password of an address and the token of a header, and keeps what is around them', () => {
    const { log, lines } = logOf('web');
    log.error(new Error('connect to postgresql://tillgate:pa55@db:5432/tillgate failed'));
    log.error({ sent: 'Authorization: Bearer abc.def-123' }, 'refused');
    expect(lines.join('')).not.toMatch(/pa55|abc\.def/);
    expect(lines[0]).toContain('postgresql://[redacted]@db:5432/tillgate');
  });

  it('keeps identifiers, times and codes', () => {
    const { log, lines } = logOf('web');
    const id = '0199a712-3456-7812-8254-712345678901';
    log.info({ id, at: '2026-03-01T07:12:34.567Z', code: 'ECONNRESET', seq: '1712345678901' }, 'kept');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      id,
      at: '2026-03-01T07:12:34.567Z',
      code: 'ECONNRESET',
      seq: '1712345678901',
    });
  });
});
