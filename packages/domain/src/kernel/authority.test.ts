import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  type Authority,
  hasPermission,
  movesMoneyOut,
  operator,
  ownAffairs,
  requireEither,
  requireOperator,
  requirePermission,
  requireScope,
  type Scope,
  scopes,
} from './authority.ts';
import { type Permission, permissions } from './permission.ts';

const key = (...scopes: Scope[]): Authority => ({ of: 'key', scopes: new Set(scopes) });
const person = (...given: Permission[]): Authority => ({ of: 'person', permissions: new Set(given) });
const may = (ask: (ctx: { authority: Authority }) => void, authority: Authority) => {
  try {
    ask({ authority });
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'forbidden' });
    return false;
  }
};

describe('who may', () => {
  const asks: [name: string, (ctx: { authority: Authority }) => void, passing: string[]][] = [
    ['requireScope', (ctx) => requireScope(ctx, 'offline'), ['operator', 'key with it']],
    ['requirePermission', (ctx) => requirePermission(ctx, 'offline.write'), ['operator', 'person with it']],
    [
      'requireEither',
      (ctx) => requireEither(ctx, 'offline', 'offline.write'),
      ['operator', 'key with it', 'person with it'],
    ],
    ['requireOperator', requireOperator, ['operator']],
  ];
  const others = permissions.filter((permission) => permission !== 'offline.write');
  const callers: Record<string, Authority> = {
    operator,
    'key with it': key('offline'),
    'key with all others': key(...[...scopes].filter((scope) => scope !== 'offline')),
    'person with it': person('offline.write'),
    'person with all others': person(...others),
    'person about themselves': ownAffairs,
  };

  it.each(asks)('%s', (_, ask, passing) => {
    expect(Object.keys(callers).filter((name) => may(ask, callers[name] as Authority))).toEqual(passing);
  });

  it('tells a key which scope is missing, and a person nothing of scopes', () => {
    const refused = (authority: Authority) => () => requireEither({ authority }, 'offline', 'offline.write');
    const missing = expect.objectContaining({ extras: { missingScope: 'offline' } });
    expect(refused(key('read'))).toThrow(missing);
    expect(refused(person())).toThrow('Your role may not do this.');
    expect(refused(person())).not.toThrow(missing);
  });

  it('says what a caller may see without refusing', () => {
    expect(hasPermission({ authority: person('views.share') }, 'views.share')).toBe(true);
    expect(hasPermission({ authority: key(...scopes) }, 'views.share')).toBe(false);
  });
});

it('knows the scopes that move money out', () => {
  expect([...scopes].filter((scope) => movesMoneyOut([scope]))).toEqual(['refund', 'payout']);
  expect(movesMoneyOut([])).toBe(false);
  expect(movesMoneyOut(['read', 'payout'])).toBe(true);
});

// Written by hand: the verbs that an API key reaches.
const ofKeys: Record<string, Scope> = {
  collectPayment: 'collect',
  simulateOutcome: 'collect',
  createLink: 'collect',
  changeLink: 'collect',
  endLink: 'collect',
  reopenLink: 'collect',
  getLink: 'read',
  listLinks: 'read',
  listLinkPayments: 'read',
  getPaymentStatus: 'read',
  listPayments: 'read',
  getDisbursement: 'read',
  getInquiry: 'read',
  listenEvents: 'read',
  getBatch: 'read',
  listBatches: 'read',
  listBatchRows: 'read',
  reverse: 'refund',
  payOut: 'payout',
  createBatch: 'payout',
  submitBatch: 'payout',
  cancelBatch: 'payout',
  pauseBatch: 'payout',
  resumeBatch: 'payout',
  registerC2bUrls: 'offline',
  generateQr: 'offline',
  tryC2bRules: 'offline',
  setC2bRules: 'offline',
  askTransactionStatus: 'inquire',
  askAccountBalance: 'inquire',
};

/** The exported functions of somebody who acts that do not ask first, by the reason. */
const exceptions = new Set([
  // What people do about themselves, whatever their role.
  ...[
    'acceptInvitation',
    'addPasskey',
    'beginPasskey',
    'changePassword',
    'chooseMails',
    'confirmSecondFactor',
    'disableSecondFactor',
    'getAccount',
    'listSessions',
  ],
  ...[
    'reauthenticate',
    'removePasskey',
    'renameUser',
    'renewRecoveryCodes',
    'revokeOtherSessions',
    'revokeSession',
    'setUpSecondFactor',
  ],
  // The kind of the order says which permission. It asks for it under the lock of the membership.
  'requestOrder',
  // Parts of verbs of other rooms, which have asked.
  ...['approveDraft', 'checkSubmission', 'isMade', 'judgeFloat', 'makeBatch', 'storeApprovedOnce'],
  ...['applyAgain', 'askAboutDisbursement', 'askAboutPayment', 'checkSubjectResolution', 'findOwnPayment'],
  ...['findRecordable', 'getOpenReview', 'getOwnOrder', 'getOwnReview', 'findOwner', 'listOpenReviews'],
  ...[
    'lockAsMember',
    'readAccounts',
    'countLowAccounts',
    'recordFromLine',
    'resolveDisbursement',
    'resolvePayment',
    'resolveReviewed',
    'runIdempotent',
  ],
]);

const source = fileURLToPath(new URL('..', import.meta.url));

type Verb = { name: string; file: string; call: (ctx: unknown, input: object) => unknown };

/** The functions that rooms export and that take the context of somebody who acts. */
async function exportedVerbs(): Promise<Verb[]> {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$|^testing\//.test(file))
    .map((file) => join(source, file));
  const indexes = new Map(files.filter((file) => file.endsWith('/index.ts')).map((file) => [dirname(file), file]));
  const found = files.map(async (file): Promise<Verb[]> => {
    const index = indexes.get(dirname(file));
    if (!index) return [];
    const text = readFileSync(file, 'utf8');
    // A context type of the file's own counts when it is made of one with authority.
    const own = [...text.matchAll(/^(?:export )?type (\w+)(?:<[^=]*>)? =[^;]*(?:Tenant|Actor|Person)Context[^;]*;/gm)];
    const contexts = ['\\w*(?:Tenant|Actor|Person|Collect|Disburse)Context', ...own.map(([, name]) => name)].join('|');
    const verb = new RegExp(
      `^export (?:async )?function\\*? ?(\\w+)(?:<[^(]*>)?\\(\\s*[^:]*: [^,)]*?(?:${contexts})\\b`,
      'gm',
    );
    const names = [...text.matchAll(verb)].map(([, name = '']) => name);
    const room = names.length > 0 ? await import(pathToFileURL(index).href) : {};
    return names.flatMap((name) => (name in room ? [{ name, file: relative(source, file), call: room[name] }] : []));
  });
  return (await Promise.all(found)).flat();
}

/** A context in which nothing but the authority may be looked at. */
function untouchable(authority: Authority): unknown {
  return new Proxy(
    {},
    {
      get(_, name) {
        if (name === 'authority') return authority;
        throw new Error(`looked at ${String(name)}`);
      },
    },
  );
}

const isGenerator = (value: unknown): value is AsyncGenerator =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** Calls a verb without input; answers what it refused with. */
async function refusalOf({ call }: Verb, authority: Authority): Promise<unknown> {
  try {
    const answer = call(untouchable(authority), {});
    await (isGenerator(answer) ? answer.next() : answer);
    return 'nothing';
  } catch (error) {
    return error;
  }
}

describe('every verb of somebody who acts', async () => {
  const verbs = await exportedVerbs();
  const asking = verbs.filter(({ name }) => !exceptions.has(name));

  it('is found', () => {
    expect(verbs.length).toBeGreaterThan(150);
    expect([...exceptions].filter((name) => !verbs.some((verb) => verb.name === name))).toEqual([]);
    expect(Object.keys(ofKeys).filter((name) => !verbs.some((verb) => verb.name === name))).toEqual([]);
  });

  it('refuses whoever may do nothing, before it looks at anything else', async () => {
    const open: string[] = [];
    for (const verb of asking) {
      for (const authority of [key(), ownAffairs]) {
        const refusal = await refusalOf(verb, authority);
        if ((refusal as { code?: string }).code !== 'forbidden') open.push(`${verb.name} (${verb.file}): ${refusal}`);
      }
    }
    expect(open).toEqual([]);
  });

  it('lets a key do what its scope is for, and nothing else', async () => {
    const reached: Record<string, Scope[]> = {};
    for (const verb of asking) {
      for (const scope of scopes) {
        const refusal = await refusalOf(verb, key(scope));
        if ((refusal as { code?: string }).code === 'forbidden') continue;
        reached[verb.name] = [...(reached[verb.name] ?? []), scope];
      }
    }
    expect(reached).toEqual(Object.fromEntries(Object.entries(ofKeys).map(([name, scope]) => [name, [scope]])));
  });
});
