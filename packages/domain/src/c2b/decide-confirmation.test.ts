import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seed, testContext } from '../testing/index.ts';
import { decideConfirmation } from './decide-confirmation.ts';

const callbackId = '01990000-0000-7000-8000-000000000000';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

describe('the note of a decision', () => {
  it.each([
    ['a lone surrogate', 'seen \ud800', 'must not contain broken characters'],
    ['the other half', '\udc00', 'must not contain broken characters'],
    ['a null character', 'seen\u0000', 'must not contain broken characters'],
    ['blanks alone', '  ', 'must say why'],
    ['too many characters', 'x'.repeat(501), 'must be at most 500 characters'],
  ])('of %s is refused, and says what to change', async (_, note, message) => {
    const shop = (
      await seed(await testContext(test.database))
        .owner()
        .application()
        .mint()
    ).as('sandbox');
    await expect(decideConfirmation(shop, { callbackId, to: 'offline', note })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(message),
      extras: { issues: [{ path: 'note', message }] },
    });
  });

  it('of any other characters is judged with what it is about', async () => {
    const shop = (
      await seed(await testContext(test.database))
        .owner()
        .application()
        .mint()
    ).as('sandbox');
    const note = 'Imeonekana 👍 — “sawa”';
    await expect(decideConfirmation(shop, { callbackId, to: 'offline', note })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
