import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { getProviderAccount } from '@tillgate/domain/applications';
import { authenticateKey } from '@tillgate/domain/keys';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { testContext } from '@tillgate/domain/testing';
import { authenticateUser } from '@tillgate/domain/users';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seedDemo } from './seed-demo.ts';
import { tillgate } from './testing.ts';

let test: TestDatabase;
beforeEach(async () => {
  test = await testDatabase();
});
afterEach(() => test.close());

// Commands are processes of their own, and machines are slow at times.
describe('the demo merchant', { timeout: 90_000 }, () => {
  it('can sign in, has a sandbox key, and credentials that the simulator takes', async () => {
    const ctx = await testContext(test.database);
    const { email, password, applicationId, key } = await seedDemo(ctx);
    expect(await authenticateUser(ctx, { email, password })).toMatchObject({ email });
    expect(await authenticateKey(ctx, key)).toMatchObject({ applicationId, environment: 'sandbox' });
    expect(await getProviderAccount(ctx, { applicationId, environment: 'sandbox' })).toMatchObject({
      product: 'paybill',
      shortcode: '174379',
      passkey: 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919',
    });
  });

  it('has another password at each place where it is made', async () => {
    const ctx = await testContext(test.database);
    const [one, other] = [await seedDemo(ctx), await seedDemo(ctx)];
    expect(one.password).not.toBe(other.password);
    expect(one.email).not.toBe(other.email);
  });

  it('is made by the command once, and never beside other applications', async () => {
    const env = { DATABASE_URL: test.url, SEAL_PUBLIC_KEY: (await generateSealKeys()).publicKey };
    const first = await tillgate(['seed', 'demo', '--json'], env);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(first.stdout)).toEqual({
      seeded: true,
      email: 'demo@tillgate.test',
      password: expect.any(String),
      applicationId: expect.any(String),
      key: expect.stringMatching(/^mp_test_/),
    });
    const again = await tillgate(['demo', 'seed', '--json'], env);
    expect(JSON.parse(again.stdout)).toEqual({ seeded: false });
  });
});
