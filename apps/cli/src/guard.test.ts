import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { seed, testContext } from '@tillgate/domain/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tillgate } from './testing.ts';

let test: TestDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  test = await testDatabase();
  const { publicKey } = await generateSealKeys();
  const PHONE_HASH_KEY = Buffer.alloc(32, 7).toString('base64');
  env = { DATABASE_URL: test.urlAs('cli'), SEAL_PUBLIC_KEY: publicKey, PHONE_HASH_KEY };
});
afterAll(() => test.close());

const stop = (args: string[], own = env) => tillgate(['guard', 'stop', ...args], own);
const phone = ['--phone', '0712 345 678'];

it('adds, lists and removes numbers, and prints none of them', async () => {
  expect((await stop(['list'])).stdout).toBe('The stop list is empty.\n');
  const added = await stop(['add', ...phone, '--reason', 'complaint of Monday']);
  expect(added).toMatchObject({ code: 0, stdout: 'The number gets no more prompts. The stop list has 1 number.\n' });
  const again = await stop(['add', ...phone, '--reason', 'x']);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is on the stop list already')]);
  const [list, json] = [await stop(['list']), await stop(['list', '--json'])];
  expect(list.stdout).toMatch(/operator +complaint of Monday/);
  expect(JSON.parse(json.stdout)).toMatchObject({ count: 1, entries: [{ reason: 'complaint of Monday' }] });
  for (const { stdout, stderr } of [added, again, list, json]) expect(stdout + stderr).not.toMatch(/712.?345.?678/);
  const removed = await stop(['remove', ...phone]);
  expect(removed.stdout).toBe('The number may get prompts again. The stop list has 0 numbers.\n');
  expect((await stop(['remove', ...phone])).stderr).toContain('is not on the stop list');
});

it('says what is missing without the key, and doctor finds numbers of another one', async () => {
  await stop(['add', ...phone, '--reason', 'complaint']);
  const { PHONE_HASH_KEY: _, ...keyless } = env;
  const other = { ...env, PHONE_HASH_KEY: Buffer.alloc(32, 8).toString('base64') };
  const refused = await stop(['add', '--phone', '0712345679', '--reason', 'x'], keyless);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('PHONE_HASH_KEY is not set here')]);
  expect((await stop(['list'], other)).stdout).toContain('added under another PHONE_HASH_KEY: it stops nothing');
  for (const [own, found] of [
    [env, 'Every reference pattern can be used.'],
    [other, '1 of 1 numbers on the stop list cannot be recognised, because they were added under another'],
    [keyless, 'because PHONE_HASH_KEY is not set here'],
  ] as const) {
    expect((await tillgate(['doctor'], own)).stdout).toContain(found);
  }
  expect((await stop(['list'], { ...env, PHONE_HASH_KEY: 'short' })).stderr).toContain('must be 32 bytes of base64');
});

it('adds, lists and removes the rules of an application, in words', async () => {
  const { applicationId } = await seed(await testContext(test.database))
    .owner()
    .application()
    .mint();
  const rules = (args: string[]) =>
    tillgate(['guard', 'rules', ...args, '--app', applicationId, '--env', 'sandbox'], env);
  expect((await rules(['list'])).stdout).toBe('There are no rules.\n');
  const added = await rules(['add', '--kind', 'prompts_per_phone', '--count', '3', '--mode', 'refuse']);
  expect(added.stdout).toMatch(/^Added rule [0-9a-f-]{36}: at most 3 prompts to a phone within 10 minutes\.\n$/);
  await rules(['add', '--kind', 'unanswered_streak']);
  await rules(['add', '--kind', 'first_prompt_max', '--max', '500']);
  await rules(['add', '--kind', 'new_payee', '--from', '5000', '--mode', 'hold']);
  await rules(['add', '--kind', 'same_payout_soon', '--hours', '2']);
  const { stdout } = await rules(['list']);
  expect(stdout).toMatch(/hold +payouts of KES 5,000 or more to a phone that is new/);
  expect(stdout).toMatch(/watch +the same payout within 2 hours/);
  expect(stdout).toMatch(/refuse +at most 3 prompts to a phone within 10 minutes/);
  expect(stdout).toMatch(/watch +after 3 unanswered prompts in a row, none for 120 minutes/);
  expect(stdout).toMatch(/watch +at most KES 500 from a phone that has never paid/);
  for (const [args, why] of [
    [['add', '--kind', 'first_prompt_max'], 'settings.max'],
    [['add', '--kind', 'first_prompt_max', '--max', '0'], 'settings.max must be 1 to 150000'],
    [['add', '--kind', 'first_prompt_max', '--max', '5', '--count', '2'], 'settings'],
    [['add', '--kind', 'prompts_per_phone', '--mode', 'hold'], 'nobody can hold a prompt'],
    [['remove', '--rule', applicationId], 'rule'],
  ] as const) {
    const refused = await rules([...args]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(why)]);
  }
  const ruleId = added.stdout.split(' ')[2]?.replace(':', '') ?? '';
  expect((await rules(['remove', '--rule', ruleId])).stdout).toContain('Removed rule');
  expect((await rules(['list'])).stdout).not.toContain(ruleId);
});

it('puts phones of an application on its lists, and prints no number', async () => {
  const { applicationId } = await seed(await testContext(test.database))
    .owner()
    .application()
    .mint();
  const list = (args: string[]) =>
    tillgate(['guard', 'list', ...args, '--app', applicationId, '--env', 'sandbox'], env);
  expect((await list(['list'])).stdout).toBe('The lists are empty.\n');
  const until = '2090-01-01T00:00:00Z';
  const added = await list(['add', ...phone, '--list', 'block', '--reason', 'chargeback', '--until', until]);
  expect(added.stdout).toMatch(/^The phone is on the list as [0-9a-f-]{36}\.\n$/);
  await list(['add', ...phone, '--list', 'allow', '--reason', 'ours']);
  const [text, json] = [await list(['list']), await list(['list', '--json'])];
  expect(text.stdout).toMatch(/block +2090-01-01.*operator +chargeback/);
  expect(text.stdout).toMatch(/allow +never.*operator +ours/);
  expect(JSON.parse(json.stdout)).toMatchObject({ count: 2, entries: [{ list: 'allow' }, { list: 'block' }] });
  for (const { stdout, stderr } of [added, text, json]) expect(stdout + stderr).not.toMatch(/712.?345.?678/);
  for (const [args, why] of [
    [['add', ...phone, '--list', 'block', '--reason', 'x', '--until', '2020-01-01T00:00:00Z'], 'must be in the future'],
    [['add', ...phone, '--list', 'block', '--reason', 'call 0712345678'], 'must not contain a phone number'],
    [['remove', '--phone', '0712345679', '--list', 'block'], 'entry'],
  ] as const) {
    const refused = await list([...args]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(why)]);
  }
  const other = { ...env, PHONE_HASH_KEY: Buffer.alloc(32, 9).toString('base64') };
  expect((await tillgate(['doctor'], other)).stdout).toMatch(
    /2 of 2 numbers on lists of applications cannot be recognised, because they were added under another/,
  );
  expect((await list(['remove', ...phone, '--list', 'allow'])).stdout).toMatch(/^The phone is off the list\./);
  expect((await list(['list'])).stdout).not.toContain('ours');
});
