import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { type SeededMerchant, seed, testContext } from '@tillgate/domain/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tillgate } from './testing.ts';

let test: TestDatabase;
let env: Record<string, string>;
let shop: SeededMerchant;
let directory: string;
let shortcode: string;
beforeAll(async () => {
  test = await testDatabase();
  const ctx = await testContext(test.database);
  env = { DATABASE_URL: test.urlAs('cli'), SEAL_PUBLIC_KEY: (await generateSealKeys()).publicKey };
  shop = await seed(ctx).owner().application().credentials('sandbox').mint();
  shortcode = (await shop.providerAccount('sandbox')).shortcode;
  directory = await mkdtemp(join(tmpdir(), 'tillgate-statement-'));
  await writeFile(
    join(directory, 'may.csv'),
    [
      'Receipt No.,Completion Time,Transaction Status,Paid In,Withdrawn,Balance,Branch',
      'TEE0000001,02-05-2025 10:00:00,Completed,"1,000.00",,"1,000.00",x',
      'TEE0000002,02-05-2025 11:00:00,Failed,5.00,,,x',
      'TEE0000003,soon,Completed,5.00,,,x',
    ].join('\n'),
  );
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
  await test.close();
});

const run = (command: string, ...args: string[]) =>
  tillgate(['statement', command, '--app', shop.applicationId, '--env', 'sandbox', ...args], env);
const may = () => ['--shortcode', shortcode, '--file', join(directory, 'may.csv')];

it('previews, imports and shows a statement, as the role of the command line', async () => {
  const preview = await run('preview', ...may());
  expect(preview).toMatchObject({ code: 0, stderr: '' });
  expect(preview.stdout).toContain('1, of which 1 new');
  expect(preview.stdout).toContain('Columns not read  Branch');
  expect(preview.stdout).toContain('row 4 has the completion time "soon", which is not a time');
  const imported = await run('import', ...may(), '--json');
  const { statementId, ...rest } = JSON.parse(imported.stdout);
  expect(rest).toMatchObject({ isNew: true, matched: { opened: { missingHere: 1 } } });
  expect((await run('import', ...may())).stdout).toContain(`Imported before, as ${statementId}. Nothing was added.`);
  const shown = JSON.parse((await run('show', '--statement', statementId, '--json')).stdout);
  expect(shown).toMatchObject({
    fileName: 'may.csv',
    lineCount: 1,
    problemCount: 1,
    kinds: [{ kind: 'paid_in', lines: 1, matched: 0, inCents: 100_000, outCents: 0 }],
    exceptions: [{ reason: 'statement_missing_here', open: 1 }],
  });
  expect((await run('show', '--statement', statementId)).stdout).toContain('statement_missing_here');
  const days = await run('calendar', '--shortcode', shortcode, '--from', '2025-05-02', '--to', '2025-05-02');
  expect(days.stdout).toMatch(/2025-05-02 +amber +1 +1,000.00 +0.00 +1,000.00 +1 open exception/);
  expect((await run('match', '--shortcode', shortcode)).stdout).toContain('New: missing here    0');
});

it.each([
  [
    'a file that is not there',
    () => ['preview', '--shortcode', shortcode, '--file', '/nowhere'],
    'cannot be read (ENOENT)',
  ],
  ['a directory', () => ['preview', '--shortcode', shortcode, '--file', directory], 'cannot be read (EISDIR)'],
  [
    'a shortcode of somebody else',
    () => ['import', '--shortcode', '999999', '--file', join(directory, 'may.csv')],
    'is not a shortcode of this application',
  ],
  ['an unknown statement', () => ['show', '--statement', crypto.randomUUID()], 'There is no such statement.'],
])('refuses %s', async (_, args, message) => {
  const [command = '', ...rest] = args();
  const { code, stdout, stderr } = await run(command, ...rest);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(message);
});
