// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rooms } from '../mutants/rooms.mjs';
import { faultsOf, planted, staleness, verdictOf } from './mutation.mjs';
import { root } from './paths.mjs';

const faultsMin = 60;
/** Where money is decided about. */
const moneyRooms = [
  'packages/domain/src/payments',
  'packages/domain/src/disbursements',
  'packages/domain/src/idempotency',
  'packages/domain/src/orders',
  'packages/domain/src/policies',
  'packages/domain/src/c2b',
  'packages/domain/src/callbacks',
  'packages/domain/src/inbox',
  'packages/domain/src/inquiries',
  'packages/domain/src/reviews',
  'packages/domain/src/reconciliation',
  'packages/domain/src/deliveries',
  'packages/domain/src/endpoints',
  'packages/domain/src/outbox',
  'packages/domain/src/keys',
  'packages/provider/src',
];

describe('the faults that `npm run mutate` plants', () => {
  const faults = faultsOf(rooms);

  it('each have their place in the code, once', () => {
    expect(faults.flatMap((fault) => staleness(root, fault) ?? [])).toEqual([]);
  });

  it('are in every room of the money paths, and many', () => {
    const folders = Object.values(rooms).map(({ folder }) => folder);
    expect(folders).toEqual(expect.arrayContaining(moneyRooms));
    expect(Object.values(rooms).filter(({ faults: own }) => own.length === 0)).toEqual([]);
    expect(faults.length).toBeGreaterThanOrEqual(faultsMin);
  });

  it('run tests that exist, and say what harm they would do, each in other words', () => {
    expect(faults.flatMap(({ tests }) => tests).filter((folder) => !existsSync(join(root, folder)))).toEqual([]);
    const words = faults.map(({ room, harm }) => `${room}: ${harm}`);
    expect(words.filter((text, index) => words.indexOf(text) !== index)).toEqual([]);
  });
});

describe('a fault', () => {
  const fault = { find: 'a < b', replace: 'a <= b' };

  it('is planted where its text stands once, and nowhere else', () => {
    expect(planted('if (a < b) {', fault)).toBe('if (a <= b) {');
    expect(planted('if (b) {', fault)).toBeUndefined();
    expect(planted('a < b || a < b', fault)).toBeUndefined();
    expect(planted('a < b', { find: 'a < b', replace: 'a < b' })).toBeUndefined();
  });

  it('whose code has moved is told with the table and the text to mend', () => {
    const moved = { room: 'payments', file: 'x', path: 'package.json', tests: [], harm: 'money is lost', ...fault };
    expect(staleness(root, moved)).toBe(
      'scripts/mutants/payments.mjs: the fault "money is lost" looks for a text that is in package.json 0 times, and not once. Copy the text from the code as it is now: "a < b"',
    );
    expect(staleness(root, { ...moved, path: 'gone.ts' })).toContain('Name the file that has this code now.');
    expect(staleness(root, { ...moved, replace: fault.find })).toContain('changes nothing');
  });
});

describe('the verdict about a fault', () => {
  const passed = { status: 'passed', fullName: 'adds' };
  const failed = { status: 'failed', fullName: 'pays once', failureMessages: ['AssertionError: 2 is not 1'] };
  /** @param {(typeof passed | typeof failed)[]} assertionResults */
  const reportOf = (...assertionResults) => ({ testResults: [{ name: 'a.test.ts', assertionResults }] });

  it('names the test that noticed it', () => {
    expect(verdictOf(reportOf(passed, failed), 1)).toEqual({ kind: 'killed', by: 'pays once' });
  });

  it('is that it survived when every test passed', () => {
    expect(verdictOf(reportOf(passed), 0)).toEqual({ kind: 'survived' });
  });

  it('is no success of the tests when the code does not run with it', () => {
    const message = 'error: syntax error at or near "AND"';
    expect(verdictOf(reportOf({ ...failed, failureMessages: [message] }), 1)).toEqual({ kind: 'broken', why: message });
    const unloaded = { testResults: [{ name: 'a.test.ts', message: 'Unexpected token', assertionResults: [] }] };
    expect(verdictOf(unloaded, 1)).toEqual({ kind: 'broken', why: 'Unexpected token' });
  });
});
