import { describe, expect, it } from 'vitest';
import { readAnswer } from './protocol.ts';

const now = 1_000_000;
const read = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  readAnswer({ status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) }, now);

describe('readAnswer', () => {
  it('reads a returned value', () => {
    expect(read(200, { a: 1 })).toEqual({ kind: 'returned', data: { a: 1 } });
  });

  it('reads operations, and the time that a step asked for', () => {
    const op = { id: 'a', op: 'StepError', displayName: 'x', opts: {}, error: { message: 'm' } };
    expect(read(206, [op], { 'retry-after': '2' })).toMatchObject({
      kind: 'ops',
      ops: [{ id: 'a', op: 'StepError', error: { message: 'm' }, parallelMode: undefined }],
      retryAt: now + 2_000,
    });
  });

  it('marks races, those of a single group and those of a whole function', () => {
    const op = { id: 'a', op: 'StepPlanned' };
    const race = { ops: [{ parallelMode: 'race' }] };
    expect(read(206, [{ ...op, opts: { parallelMode: 'race' } }])).toMatchObject(race);
    expect(read(206, [op], { 'x-inngest-req-version': '1' })).toMatchObject(race);
    expect(read(206, [op], { 'x-inngest-req-version': '2' })).toMatchObject({ ops: [{ parallelMode: undefined }] });
  });

  it('tells final errors from those to retry', () => {
    expect(read(400, { message: 'm' }, { 'x-inngest-no-retry': 'true' })).toMatchObject({ kind: 'threw', final: true });
    expect(read(500, { message: 'm' }, { 'x-inngest-no-retry': 'false' })).toMatchObject({
      kind: 'threw',
      final: false,
    });
  });

  it.each([
    [206, 'not json'],
    [206, { id: 'a' }],
    [206, [{ op: 'StepRun' }]],
    [500, '<html>'],
  ])('counts an unreadable answer as a failed attempt: %j %j', (status, body) => {
    expect(read(status, body)).toMatchObject({ kind: 'threw', final: false, error: { name: 'UnreadableAnswerError' } });
  });
});
