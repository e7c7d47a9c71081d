import { describe, expect, it } from 'vitest';
import { key, problem, startFakeApi } from '../listen/fake-api.fixture.ts';
import { startProgram, tillgate } from '../testing.ts';

describe('listen', () => {
  const liveKey = `mp_live_${'canary'.repeat(7)}A`;
  it.each<[string[], string]>([
    [['--key', liveKey], '--key: is a live key. This command needs a sandbox key'],
    [['--key', 'canary'], '--key: is not a sandbox key'],
    [['--key', '@/no/such/file'], 'cannot be read (ENOENT)'],
    [['--key', '@env:NO_SUCH_VARIABLE'], 'NO_SUCH_VARIABLE is not set'],
    [['--key', key, '--forward', 'localhost:3000'], '--forward: must be an http or https address'],
    [['--key', key, '--forward', '/webhook'], '--forward: must be an http or https address'],
    [['--key', key, '--api', 'ftp://x'], '--api: must be an http or https address'],
    [['--key', key, '--events', 'payment.done'], '--events: "payment.done" is not an event type'],
    [['--key', key, 'extra'], 'too many arguments'],
  ])('%j is refused with the reason and no secret', async (args, words) => {
    const { code, stdout: out, stderr: err } = await tillgate(['listen', ...args, '--json']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(JSON.parse(err).error).toContain(words);
    if (!args.includes(key)) expect(err).not.toContain('canarycanary');
  });

  it('ends with the reason when the API does not know the key', async () => {
    const fake = await startFakeApi(() => problem(401, 'unauthenticated'));
    const {
      code,
      stdout: out,
      stderr: err,
    } = await tillgate(['listen', '--key', key, '--api', new URL(fake.api.url).origin]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe(`error: The API at ${fake.api.url} does not accept the key. It is unknown or revoked.\n`);
    expect(fake.asked).toHaveLength(1);
    await fake.close();
  });

  it('needs a key and nothing else of the environment', async () => {
    const without = await startProgram(['listen', '--json'], {});
    expect(without).toMatchObject({ code: 1, stdout: '' });
    expect(JSON.parse(without.stderr).error).toContain('TILLGATE_API_KEY');
    const fake = await startFakeApi(() => problem(401, 'unauthenticated'));
    const { port } = new URL(fake.api.url);
    const places: Record<string, string>[] = [
      { TILLGATE_API_URL: fake.api.url },
      { PUBLIC_BASE_URL: fake.api.url },
      { API_PORT: port, TILLGATE_API_URL: '' },
    ];
    for (const more of places) {
      const refused = await tillgate(['listen', '--json'], { TILLGATE_API_KEY: key, ...more });
      expect(JSON.parse(refused.stderr)).toMatchObject({ code: 'unauthenticated' });
    }
    expect(fake.asked.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill(`Bearer ${key}`));
    await fake.close();
  });

  it('help has examples', async () => {
    const { code, stdout: out } = await tillgate(['listen', '--help']);
    expect(code).toBe(0);
    for (const text of [
      'listen --forward http://localhost:3000/webhook',
      '--print-json',
      '--json',
      '@env:NAME',
      '--events',
    ])
      expect(out).toContain(text);
  });
});
