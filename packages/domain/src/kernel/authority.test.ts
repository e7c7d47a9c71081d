import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { registerC2bUrls, setC2bRules, tryC2bRules } from '../c2b/index.ts';
import { getDisbursement, payOut, reverse } from '../disbursements/index.ts';
import { listenEvents } from '../events/index.ts';
import { askAccountBalance, askTransactionStatus, getInquiry } from '../inquiries/index.ts';
import { collectPayment, getPaymentStatus, simulateOutcome } from '../payments/index.ts';
import { generateQr } from '../qr/index.ts';
import { listPayments } from '../reading/payments/index.ts';
import { allScopes, movesMoneyOut, requireScope, type Scope } from './authority.ts';
import type { TenantContext } from './context.ts';

describe('requireScope', () => {
  it.each([...allScopes])('lets %s pass with it, and names it when it is missing', (scope) => {
    requireScope({ scopes: new Set([scope]) }, scope);
    const others = new Set([...allScopes].filter((other) => other !== scope));
    expect(() => requireScope({ scopes: others }, scope)).toThrow(
      expect.objectContaining({ code: 'forbidden', extras: { missingScope: scope } }),
    );
  });
});

it('knows the scopes that move money out', () => {
  expect([...allScopes].filter((scope) => movesMoneyOut([scope]))).toEqual(['refund', 'payout']);
  expect(movesMoneyOut([])).toBe(false);
  expect(movesMoneyOut(['read', 'payout'])).toBe(true);
});

// Written by hand: the verbs that an API key reaches. They get no input, and nothing that they could use.
const verbs: [verb: (ctx: never, ...input: never[]) => Promise<unknown>, scope: Scope][] = [
  [collectPayment, 'collect'],
  [simulateOutcome, 'collect'],
  [getPaymentStatus, 'read'],
  [listPayments, 'read'],
  [getDisbursement, 'read'],
  [getInquiry, 'read'],
  [listenEvents, 'read'],
  [reverse, 'refund'],
  [payOut, 'payout'],
  [registerC2bUrls, 'offline'],
  [generateQr, 'offline'],
  [tryC2bRules, 'offline'],
  [setC2bRules, 'offline'],
  [askTransactionStatus, 'inquire'],
  [askAccountBalance, 'inquire'],
];

/** A context in which nothing but the scopes may be looked at. */
function untouchable(scopes: ReadonlySet<Scope>): TenantContext {
  return new Proxy({} as TenantContext, {
    get(_, name) {
      if (name === 'scopes') return scopes;
      throw new Error(`looked at ${String(name)}`);
    },
  });
}

describe.each(verbs.map(([verb, scope]) => ({ name: verb.name, verb, scope })))('$name', ({ verb, scope }) => {
  const call = (scopes: Scope[]) =>
    (verb as (ctx: TenantContext, input: object) => Promise<unknown>)(untouchable(new Set(scopes)), {});

  it(`refuses a caller with every scope but ${scope}, before anything else`, async () => {
    const others = [...allScopes].filter((other) => other !== scope);
    await expect(call(others)).rejects.toMatchObject({ code: 'forbidden', extras: { missingScope: scope } });
  });

  it(`asks for no scope but ${scope}`, async () => {
    await expect(call([scope])).rejects.not.toMatchObject({ code: 'forbidden' });
  });
});

/** Verbs of the dashboard alone. A scope would say nothing about people: their procedures check their roles. */
const ofPeople = new Set([
  ...['addNote', 'askAgain', 'assignReview', 'clearReview', 'decideConfirmation', 'linkPayments'],
  ...['approveOrder', 'cancelOrder', 'rejectOrder', 'setPolicy'],
  ...['deleteView', 'listViews', 'renameView', 'saveView'],
  // Finance.
  ...['getDay', 'listDays', 'signOffDay', 'readAccounts', 'removeThreshold', 'setThreshold'],
  ...['cancelExport', 'countExports', 'downloadExport', 'getExport', 'listExports'],
  ...['importStatement', 'matchAgain', 'previewStatement', 'recordFromLine'],
  ...['getDayMail', 'setDayMail', 'stopDayMail'],
  ...['addBucket', 'listBuckets', 'removeBucket', 'replaceBucketKeys', 'testBucket'],
]);
/** What verbs of other rooms are built on. */
const parts = new Set([
  ...[
    'applyAgain',
    'askAboutDisbursement',
    'askAboutPayment',
    'checkResolution',
    'resolveDisbursement',
    'resolvePayment',
  ],
  ...['getOpenReview', 'getOwnReview'],
  ...['disburse', 'findOwnPayment', 'getOwnOrder', 'getReversible', 'runIdempotent'],
]);

const source = fileURLToPath(new URL('..', import.meta.url));
const tenantFunction =
  /^export async function (\w+)(?:<[^(]*>)?\(\s*ctx: [^,)]*(?:TenantContext|CollectContext|DisburseContext|MemberContext)[\s\S]*?^\}/gm;

/** The functions for a tenant that the rooms export, with their text. */
function exportedVerbs(): { name: string; text: string }[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$|^testing\//.test(file))
    .map((file) => join(source, file));
  const indexes = files.filter((file) => file.endsWith('/index.ts'));
  const exported = new Map(indexes.map((file) => [dirname(file), readFileSync(file, 'utf8')]));
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(tenantFunction)].flatMap(([text, name = '']) => {
      const isExported = new RegExp(`\\b${name}\\b`).test(exported.get(dirname(file)) ?? '');
      return isExported ? [{ name, text }] : [];
    }),
  );
}

it('a scope is required by every verb of a tenant, but for those of people alone', () => {
  const found = exportedVerbs();
  const open = found.filter(({ name, text }) => !text.includes('requireScope(ctx, ') && !parts.has(name));
  expect(found.length).toBeGreaterThan(40);
  expect(open.map(({ name }) => name).filter((name) => !ofPeople.has(name))).toEqual([]);
});
