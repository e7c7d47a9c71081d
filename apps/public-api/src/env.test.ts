import { describe, expect, it, vi } from 'vitest';
import { readEnv } from './env.ts';

const key = Buffer.alloc(32, 7).toString('base64');
const right = {
  DATABASE_URL: 'postgresql://localhost/tillgate',
  SEAL_PUBLIC_KEY: key,
  SEAL_PRIVATE_KEY: `${key}, ${key}`,
};

/** The exit code and what the process writes before it ends. */
function refusalOf(variables: Record<string, string>): string {
  const written: string[] = [];
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit code ${code}`);
  });
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  try {
    expect(() => readEnv(variables)).toThrow('exit code 78');
  } finally {
    exit.mockRestore();
    write.mockRestore();
  }
  return written.join('');
}

describe('the settings of the API', () => {
  it('have defaults for all but secrets and the database', () => {
    expect(readEnv(right)).toMatchObject({
      RATE_LIMIT_REQUESTS_PER_KEY: { count: 500, seconds: 1 },
      RATE_LIMIT_COLLECT_PER_PHONE: { count: 5, seconds: 60 },
      TRUSTED_PROXIES: [],
    });
  });

  it('name networks of proxies', () => {
    expect(readEnv({ ...right, TRUSTED_PROXIES: 'loopback, 10.1.0.0/16' }).TRUSTED_PROXIES).toEqual([
      ...['127.0.0.0/8', '::1/128', '10.1.0.0/16'],
    ]);
  });

  it.each([
    ['RATE_LIMIT_REQUESTS_PER_KEY', '100000000/1', 'write count/seconds'],
    ['RATE_LIMIT_COLLECT_PER_KEY', '1000001/1', 'the count can be at most 1000000'],
    ['RATE_LIMIT_COLLECT_PER_PHONE', '5', 'write count/seconds'],
    ['RATE_LIMIT_QUERIES_PER_ACCOUNT', '5/90000', 'the seconds can be at most 86400'],
    ['RATE_LIMIT_BAD_KEYS_PER_NETWORK', 'many', 'write count/seconds'],
    ['DATABASE_URL', 'localhost/tillgate', 'must be a PostgreSQL address'],
    ['DATABASE_URL', 'postgresql://user:100%@localhost/x', 'write %25'],
    ['REDIS_URL', 'localhost', 'must be a Redis address'],
    ['SEAL_PUBLIC_KEY', 'short', 'must be 32 bytes of base64'],
    ['SEAL_PRIVATE_KEY', `${key},short`, 'must be keys of 32 bytes of base64'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', 'contains 10.0.0.0/33, which is not an IP address'],
    ['CALLBACK_ALLOWED_IPS', 'everyone', 'contains everyone, which is not an IP address'],
    ['AIRTEL_CALLBACK_ALLOWED_IPS', 'everyone', 'contains everyone, which is not an IP address'],
    ['API_PORT', '99999', ''],
    ['PUBLIC_BASE_URL', 'api.example', 'must be an http or https address'],
  ])('refuse %s=%s with one sentence', (variable, value, sentence) => {
    const lines = refusalOf({ ...right, [variable]: value })
      .trim()
      .split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${variable}: `);
    expect(lines[1]).toContain(sentence);
  });
});
