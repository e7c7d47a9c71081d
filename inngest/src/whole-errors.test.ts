import { createLogger } from '@tillgate/process';
import { expect, it } from 'vitest';
import { readParts } from './whole-errors.ts';

/** What the worker's logger writes for what the SDK passes. */
function line(...parts: unknown[]) {
  const lines: string[] = [];
  const log = createLogger('worker', 'info', { write: (text) => void lines.push(text) });
  const { fields, message } = readParts(parts);
  log.error(fields, message);
  return JSON.parse(lines.join(''));
}

it('an error in an object is logged with its message, its cause and the errors in it', () => {
  const cause = new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:1')], 'no address answered');
  const err = new Error('fetch failed', { cause });
  expect(line({ err, method: 'POST' }, 'Signature validation failed')).toMatchObject({
    msg: 'inngest: Signature validation failed',
    method: 'POST',
    error: {
      type: 'Error',
      message: 'fetch failed',
      stack: expect.stringContaining('whole-errors.test'),
      cause: { message: 'no address answered', errors: [{ message: 'connect ECONNREFUSED 127.0.0.1:1' }] },
    },
  });
});

it.each([
  ['a sentence', ['Registered'], { msg: 'inngest: Registered' }],
  ['a sentence and an error', ['Failed', new Error('why')], { msg: 'inngest: Failed', part: { message: 'why' } }],
  ['an error alone', [new Error('why')], { msg: 'inngest', error: { message: 'why' } }],
  ['more than two', [{ a: 1 }, 'x', new Error('why')], { msg: 'inngest: x', a: 1, parts: [{ message: 'why' }] }],
])('logs %s', (_what, parts, expected) => {
  expect(line(...parts)).toMatchObject(expected);
});

it('an object that contains itself ends somewhere', () => {
  const loop: { own?: unknown } = {};
  loop.own = loop;
  expect(JSON.stringify(line(loop, 'x'))).toContain('[deeper]');
});
