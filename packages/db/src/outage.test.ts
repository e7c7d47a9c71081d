import { testDatabase } from '@tillgate/db/testing';
import { expect, it } from 'vitest';
import { isDatabaseOutage } from './outage.ts';

const withCode = (code: string) => Object.assign(new Error('refused'), { code });

it.each([
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'EAI_AGAIN'],
  // A full disk, too little memory, too many connections, shutting down, starting, an error of the disk, a standby.
  ...['53100', '53200', '53300', '57P01', '57P03', '58030', '25006', '08006'],
])('%s is an outage, also as a cause', (code) => {
  expect(isDatabaseOutage(withCode(code))).toBe(true);
  expect(isDatabaseOutage(new Error('wrapped', { cause: withCode(code) }))).toBe(true);
});

it.each(['23505', '22P02', '40001', '42501', '57014', '25P02', 'P2002', 'ERR_INVALID_ARG_TYPE'])(
  '%s is none',
  (code) => {
    expect(isDatabaseOutage(withCode(code))).toBe(false);
  },
);

it.each(['Query read timeout', 'Connection terminated unexpectedly'])('"%s" of the client is an outage', (message) => {
  expect(isDatabaseOutage(new Error(message))).toBe(true);
});

it('what the server says is found in errors of Prisma and of its transactions', async () => {
  const test = await testDatabase();
  const { prisma, pool, transaction } = test.database;
  const raised: [state: string, isOutage: boolean][] = [
    ['53100', true],
    ['57P01', true],
    ['22000', false],
  ];
  for (const [state, isOutage] of raised) {
    await pool.query(`CREATE OR REPLACE FUNCTION raise_it() RETURNS int LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${state}'; END $$`);
    const tries = [
      () => prisma.$queryRaw`SELECT raise_it()`,
      () => prisma.$transaction((tx) => tx.$queryRaw`SELECT raise_it()`),
      () => transaction((db) => db.query({ name: '', text: 'SELECT raise_it()', values: [] })),
    ];
    for (const attempt of tries) {
      const error = await attempt().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(isDatabaseOutage(error), `${state}: ${String(error)}`).toBe(isOutage);
    }
  }
  await test.close();
});
