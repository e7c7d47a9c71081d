import { describe, expect, it } from 'vitest';
import { explainFailure } from './errors.ts';

describe('explainFailure', () => {
  it.each([
    ['initdb: error: could not write to file: No space left on device', 'The disk is full'],
    ['LOG:  could not bind IPv4 address "127.0.0.1": Address already in use', 'Port 5000 is taken'],
    ['FATAL:  database files are incompatible with server', 'another version of PostgreSQL'],
    ['initdb: error while loading shared libraries: libssl.so', 'set DATABASE_URL'],
    ['cannot be run: spawn /x/initdb ENOENT', 'set DATABASE_URL'],
  ])('says in one sentence what to do about: %s', (output, sentence) => {
    const { message } = explainFailure(output, 5000);
    expect(message).toContain(sentence);
    expect(message).toMatch(/^[A-Z].*[^.]\.$/);
  });

  it('shows the last lines of what it does not know', () => {
    expect(explainFailure('one\ntwo\n').message).toBe('PostgreSQL did not start: one | two.');
  });
});
