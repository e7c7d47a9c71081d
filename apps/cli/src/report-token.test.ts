import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { seed, testContext } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tillgate } from './testing.ts';

let test: TestDatabase;
let organizationId: string;
let run: (...args: string[]) => ReturnType<typeof tillgate>;

beforeAll(async () => {
  test = await testDatabase();
  ({ organizationId } = await seed(await testContext(test.database))
    .owner()
    .application()
    .mint());
  const { publicKey } = await generateSealKeys();
  run = (...args) => tillgate(['report-token', ...args], { DATABASE_URL: test.url, SEAL_PUBLIC_KEY: publicKey });
});
afterAll(() => test?.close());

describe('tillgate report-token', () => {
  it('creates a token, lists it without showing it, and revokes it', async () => {
    const created = await run('create', '--organization', organizationId, '--name', 'Metabase', '--json');
    expect(created).toMatchObject({ code: 0, stderr: '' });
    const { tokenId, token } = JSON.parse(created.stdout) as { tokenId: string; token: string };
    expect(token).toMatch(/^mp_report_[0-9A-Za-z]{43}$/);
    const listed = await run('list', '--organization', organizationId);
    expect(listed.stdout).toContain(`${tokenId}  Metabase`);
    expect(listed.stdout).toContain('live');
    expect(listed.stdout).not.toContain(token);
    const revoked = await run('revoke', '--token', tokenId);
    expect(revoked).toMatchObject({ code: 0, stdout: `Reporting token ${tokenId} was revoked.\n` });
    expect((await run('list', '--organization', organizationId)).stdout).toContain('revoked');
  });

  it('refuses a lifetime of more than 366 days', async () => {
    const { code, stderr } = await run('create', '--organization', organizationId, '--expires', '367d');
    expect(code).toBe(1);
    expect(stderr).toContain('must be within 366 days');
  });
});
