import { describe, expect, it } from 'vitest';
import { addBucketSchema } from './schemas.ts';
import {
  attemptDelaysMs,
  attemptSecondsMax,
  claimAt,
  claimSeconds,
  clockToleranceSeconds,
  lateAttempt,
  newsOf,
  nextAttempt,
  objectKeyOf,
} from './upload.ts';

const now = new Date('2027-01-10T00:00:00Z');
const until = new Date('2027-01-17T00:00:00Z');
const failed = { kind: 'failed', reason: 'No.' } as const;
const hourMs = 3_600_000;

describe('after an attempt', () => {
  it('that stored the file, nothing follows', () => {
    expect(nextAttempt(3, { kind: 'stored' }, { now, until })).toEqual({
      status: 'uploaded',
      nextAttemptAt: null,
      error: null,
    });
  });

  it('that failed, another one follows as long as there is a file', () => {
    const waits = Array.from({ length: 10 }, (_, index) => {
      const { nextAttemptAt } = nextAttempt(index + 1, failed, { now, until });
      return (nextAttemptAt?.getTime() ?? 0) - now.getTime();
    });
    expect(waits).toEqual([...attemptDelaysMs.slice(1), 12 * hourMs, 12 * hourMs, 12 * hourMs]);
    expect(nextAttempt(20, failed, { now, until: new Date(now.getTime() + 12 * hourMs) }).status).toBe('failed');
  });

  it('that failed, no other one follows when the file does not stay', () => {
    expect(nextAttempt(1, failed, { now, until: null })).toEqual({
      status: 'failed',
      nextAttemptAt: null,
      error: 'No.',
    });
  });

  it.each([
    ['due', lateAttempt - 1, undefined],
    ['due', lateAttempt, 'late'],
    ['due', lateAttempt + 1, undefined],
    ['failed', 1, 'failed'],
    ['failed', lateAttempt, 'failed'],
    ['uploaded', lateAttempt, undefined],
  ] as const)('that left it %s, as number %i, people are told: %s', (status, attempt, news) => {
    expect(newsOf(status, attempt)).toBe(news);
  });
});

it('a claim outlives any attempt, on whichever clock', () => {
  expect(claimAt(now).until.getTime() - now.getTime()).toBe(claimSeconds * 1000);
  expect(claimSeconds).toBeGreaterThan(attemptSecondsMax + clockToleranceSeconds);
});

it.each([
  ['', 'a.csv'],
  ['exports', 'exports/a.csv'],
  ['tillgate/exports/', 'tillgate/exports/a.csv'],
])('with the prefix "%s" a file is called %s', (prefix, name) => {
  expect(objectKeyOf({ prefix }, 'a.csv')).toBe(name);
});

const right = {
  name: 'Finance',
  region: 'eu-west-1',
  bucket: 'shop-exports',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const pathsOf = (wrong: object) =>
  addBucketSchema.safeParse({ ...right, ...wrong }).error?.issues.map(({ path }) => path.join('.'));

describe('a bucket', () => {
  it.each([
    {},
    { bucket: 'a.b-c' },
    { bucket: 'x'.repeat(63) },
    { endpoint: 'https://files.example.com:9000' },
    { endpoint: 'https://files.example.com/' },
    { prefix: 'tillgate/2027_q1/' },
    { prefix: 'year=2027' },
    { accessKeyId: 'minio' },
  ])('may be %j', (input) => {
    expect(pathsOf(input)).toBeUndefined();
  });

  it.each([
    ...['', 'ab', 'x'.repeat(64), 'Shop', '-shop', 'shop-', 'a..b', '192.168.0.1', 'a/b', 'a_b', 'a b'].map(
      (bucket) => ['bucket', { bucket }] as const,
    ),
    ...['', 'EU', 'eu west', 'eu.west', 'x'.repeat(41), '@evil.example'].map(
      (region) => ['region', { region }] as const,
    ),
    ...['/a', 'a//b', '../a', 'a/../b', 'a/./b', 'a b', 'a\nb', 'a?b', 'a#b', 'x'.repeat(201)].map(
      (prefix) => ['prefix', { prefix }] as const,
    ),
    ...['ftp://a.example', 'https://', 'https://a.example/path', 'https://a.example?x', 'a.example'].map(
      (endpoint) => ['endpoint', { endpoint }] as const,
    ),
    ...['', 'ab', 'a/b', 'a b', 'x'.repeat(129)].map((accessKeyId) => ['accessKeyId', { accessKeyId }] as const),
    ...['short', 'with a space', 'line\nbreak', 'x'.repeat(257)].map(
      (secretAccessKey) => ['secretAccessKey', { secretAccessKey }] as const,
    ),
  ])('has a wrong %s with %j', (path, input) => {
    expect(pathsOf(input)).toContain(path);
  });
});
