import { createHash } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { createLogger, isSecretName } from '@tillgate/process';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attackedProcedures, rightInput } from './fields.fixture.ts';
import { callerOf, fieldsFor, signedIn, testDeps } from './testing.ts';

/** Fields whose names sound secret and whose values pages show. A new field is here, or it is driven below. */
const shownInputs = new Set([
  'accountReference',
  'action',
  'apiApprovalFrom',
  'email',
  'filter',
  'idempotencyKey',
  'metadata',
  'nominatedPhone',
  'payerName',
  'perKeyPerDay',
  'phone',
  'receipt',
  'remarks',
  'requestKey',
  'requireKey',
  'text',
  'title',
  'tokenId',
  'transactionId',
]);

let test: TestDatabase;
let deps: Awaited<ReturnType<typeof testDeps>>;
let shop: SeededMerchant;
const lines: string[] = [];
/** Name and text of everything that only its owner may know. */
const secrets = new Map<string, string>();
/** Inputs that were given a secret, as `router.procedure field`. */
const driven = new Set<string>();
/** Answers of procedures that show a secret once, and of those that never do. */
const quiet: { path: string; text: string }[] = [];

type Anything = Record<string, unknown>;

/** Calls a procedure as the owner. What `shows` names in the answer is a secret that is shown once. */
async function drive(path: string, input: Anything, shows: string[] = []): Promise<Anything> {
  const procedure = attackedProcedures.find((candidate) => candidate.path === path);
  if (!procedure) throw new Error(`there is no procedure ${path}`);
  const { organizationId, applicationId } = shop;
  const scope = { organizationId, applicationId, environment: 'sandbox' };
  for (const { path: field } of procedure.fields) {
    const value = input[field[0] ?? ''];
    if (typeof value !== 'string' || !isKept(field[0] ?? '')) continue;
    driven.add(`${path} ${field[0]}`);
    secrets.set(`${path} ${field[0]}`, value);
  }
  const person = procedure.meta.scope === 'public' ? undefined : signedIn(deps, shop.owner);
  const caller = callerOf(deps, person) as unknown as Record<
    string,
    Record<string, (given: unknown) => Promise<Anything>>
  >;
  const [router = '', name = ''] = path.split('.');
  const scoped =
    procedure.meta.scope === 'public' || procedure.meta.scope === 'person'
      ? input
      : { ...fieldsFor(path, scope), ...input };
  let answer: Anything;
  try {
    answer = (await caller[router]?.[name]?.(scoped)) ?? {};
  } catch (error) {
    answer = { refused: (error as Error).message };
  }
  if (shows.length === 0) quiet.push({ path, text: JSON.stringify(answer) });
  for (const field of shows) {
    for (const value of [answer[field]].flat()) {
      if (typeof value !== 'string') throw new Error(`${path} shows no ${field}: ${JSON.stringify(answer)}`);
      secrets.set(`${path} shows ${field} ${secrets.size}`, value);
    }
  }
  return answer;
}

const isKept = (name: string) => isSecretName(name) && !shownInputs.has(name);

beforeAll(async () => {
  test = await testDatabase();
  const base = await testDeps(test);
  const log = createLogger('web', 'trace', { write: (line) => void lines.push(line) });
  deps = { ...base, log, context: { ...base.context, log } } as typeof base;
  shop = await seed(deps.seeding).owner().application().mint();
  // Who has an authenticator app proves with it in a session that is kept.
  const { sessionId: id, userId } = signedIn(deps, shop.owner);
  const at = deps.context.clock.now();
  const times = { createdAt: at, lastSeenAt: at, authenticatedAt: at, expiresAt: new Date(at.getTime() + 3_600_000) };
  await test.database.prisma.session.create({ data: { id, userId, ...times } });
  secrets.set('the password of the owner', shop.owner.password);
  await drive('credentials.set', {
    product: 'paybill',
    shortcode: '600300',
    consumerKey: 'CANARYconsumerKEY0001',
    consumerSecret: 'CANARYconsumerSECRET0002',
    passkey: 'CANARYpassKEY0003',
    initiatorName: 'canary',
    initiatorPassword: 'CANARYinitiatorPASS0004',
  });
  const account: Record<string, string> = {
    clientId: 'CANARYclientID0015',
    clientSecret: 'CANARYclientSECRET0016',
    callbackKey: 'CANARYcallbackKEY0017',
  };
  for (const [name, secret] of Object.entries(account)) secrets.set(`credentials.setAccount ${name}`, secret);
  await drive('credentials.setAccount', { rail: 'airtel', number: '450123', secrets: account });
  driven.add('credentials.setAccount secrets');
  const key = await drive('keys.create', { name: 'canary' }, ['key']);
  await drive('keys.rotate', { keyId: key.keyId }, ['key']);
  await drive('reportingTokens.create', { name: 'canary' }, ['token']);
  const place = { name: 'canary', region: 'eu-west-1', bucket: 'canary-files', accessKeyId: 'AKIDCANARY' };
  const bucket = await drive('buckets.add', { ...place, secretAccessKey: 'CANARYbucketSECRET0012' });
  const replaced = { bucketId: bucket.bucketId, accessKeyId: 'AKIDCANARY2' };
  await drive('buckets.replaceKeys', { ...replaced, secretAccessKey: 'CANARYbucketSECRET0013' });
  const endpoint = await drive('endpoints.create', { url: 'https://shop.example.com/hook' }, ['secret']);
  await drive('endpoints.rotateSecret', { endpointId: endpoint.endpointId }, ['secret']);
  await drive('endpoints.activateSecret', { endpointId: endpoint.endpointId });
  await drive('members.invite', { email: 'canary@shop.example', role: 'support' });
  await drive('identity.requestPasswordReset', { email: shop.owner.email });
  await drive('identity.resetPassword', { token: 'CANARYresetTOKEN0005', password: 'CANARY reset password 0006' });
  await drive('identity.signUp', {
    token: 'CANARYsignUpTOKEN0007',
    name: 'Canary',
    password: 'CANARY sign up password 0008',
  });
  await drive('identity.acceptInvitation', { token: 'CANARYacceptTOKEN0009' });
  await drive('account.reauthenticate', { password: 'CANARY wrong password 0010' });
  await drive('account.reauthenticate', { signature: 'CANARYwrongSIGNATURE0014' });
  await drive('account.changePassword', {
    currentPassword: shop.owner.password,
    newPassword: 'CANARY new password 0011',
  });
  const { secret } = await drive('account.setUpSecondFactor', {}, ['secret', 'uri']);
  const totp = new TOTP({ secret: String(secret) });
  const code = totp.generate({ timestamp: deps.context.clock.now().getTime() });
  await drive('account.confirmSecondFactor', { code }, ['recoveryCodes']);
  await drive('account.renewRecoveryCodes', {}, ['recoveryCodes']);
  for (const procedure of attackedProcedures.filter(({ type }) => type === 'query')) {
    await drive(procedure.path, rightInput(procedure));
  }
  await drive('endpoints.get', { endpointId: endpoint.endpointId });
});
afterAll(() => test?.close());

const formsOf = (secret: string) => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('hex'),
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
];
const shown = (text: string) =>
  [...secrets].flatMap(([name, secret]) => (formsOf(secret).some((form) => text.includes(form)) ? [name] : []));

/** Every column of every table as text: also JSON, bytes in hex and in UTF-8. */
async function dump(): Promise<Map<string, string>> {
  const { pool } = test.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const texts = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string }>(`SELECT to_jsonb(t)::text AS text FROM ${name} t`);
    texts.set(name, rows.map(({ text }) => text).join('\n'));
  }
  return texts;
}

describe('secrets that people type or are shown once', () => {
  it('were all driven: every input with a secret name has a canary', () => {
    const named = attackedProcedures.flatMap(({ path, fields }) =>
      fields.flatMap(({ path: [name = ''] }) => (isKept(name) ? [`${path} ${name}`] : [])),
    );
    expect([...new Set(named)].filter((name) => !driven.has(name))).toEqual([]);
    expect(secrets.size).toBeGreaterThan(20);
    expect(shown('x CANARYpassKEY0003 y')).toEqual(['credentials.set passkey']);
  });

  it('are in no table', async () => {
    for (const [table, text] of await dump()) expect(shown(text), table).toEqual([]);
  });

  it('of which a table keeps a hash are in no other table, as tokens of mails are', async () => {
    const tables = await dump();
    const hashes = new Set([...tables.values()].join('\n').match(/(?<=")[0-9a-f]{64}(?=")/g));
    expect(hashes.size).toBeGreaterThan(5);
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    for (const [table, text] of tables) {
      const words = new Set(text.match(/[A-Za-z0-9_-]{16,}/g));
      expect([...words].filter((word) => hashes.has(sha256(word))).length, table).toBe(0);
    }
  });

  it('are in no line of the log, at any level', () => {
    expect(shown(lines.join('\n'))).toEqual([]);
  });

  it('are in no answer but the one that shows them', () => {
    for (const { path, text } of quiet) expect(shown(text), path).toEqual([]);
    expect(quiet.length).toBeGreaterThan(40);
  });
});
