import { type Database, openDatabase } from '@tillgate/db';
import { operator } from '@tillgate/domain';
import { type WithWebhookUrlJudge, webhookUrlJudge } from '@tillgate/domain/endpoints';
import { noSpool } from '@tillgate/domain/inbox';
import { createOpen, createSeal } from '@tillgate/domain/sealing';
import { silentLog, type TestContext } from '@tillgate/domain/testing';
import { conditionMs } from '../../support/patience.ts';
import type { StackFacts } from './stack.mjs';

export type { StackFacts } from './stack.mjs';

/** Where the global setup leaves the facts for the processes that run the specs. */
export const factsVariable = 'TILLGATE_BROWSER_FACTS';

/** The running product, and a context to call verbs of the domain with, as the operator, on its database. */
export type Stack = StackFacts & { ctx: TestContext & WithWebhookUrlJudge };

/** Connects to the stack of this run. */
export async function connectStack(): Promise<{ stack: Stack; close: () => Promise<void> }> {
  const text = process.env[factsVariable];
  if (!text) throw new Error('no stack: run the specs with `npx playwright test -c e2e/browser`');
  const facts = JSON.parse(text) as StackFacts;
  const db = openDatabase(facts.databaseUrl, { poolMax: 4, patienceMs: conditionMs, applicationName: 'browser tests' });
  return { stack: { ...facts, ctx: await contextOn(db, facts) }, close: () => db.close() };
}

async function contextOn(db: Database, facts: StackFacts): Promise<Stack['ctx']> {
  return {
    db,
    // The processes of the stack live in real time, so the tests do.
    clock: { now: () => new Date(), advance() {}, set() {} },
    // The worker's sweeps find by its rows what a verb here starts.
    publish: async () => {},
    events: [],
    seal: await createSeal(facts.publicKey),
    open: await createOpen(facts.privateKey),
    log: silentLog,
    actor: 'operator',
    isProviderAddress: () => true,
    spool: noSpool,
    authority: operator,
    judgeWebhookUrl: webhookUrlJudge(['127.0.0.1', 'localhost']),
  };
}
