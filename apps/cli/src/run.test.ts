import { describe, expect, it } from 'vitest';
import { tillgate } from './testing.ts';

describe('a command line that makes no sense', () => {
  const cases: [string[], string][] = [
    [['user', 'create'], "required option '--email <address>' not specified"],
    [['key', 'create', '--app', 'x', '--env', 'live'], 'Allowed choices are sandbox, production'],
    [['nonsense'], "unknown command 'nonsense'"],
    [['key'], 'a command is missing'],
    [[], 'a command is missing'],
    [['doctor', '--nonsense'], "unknown option '--nonsense'"],
    [['doctor', 'extra'], 'too many arguments'],
  ];

  it.each(cases)('is refused in one object with --json, wherever that stands: %j', async (args, text) => {
    for (const line of [
      [...args, '--json'],
      ['--json', ...args],
    ]) {
      const { code, stdout: out, stderr: err } = await tillgate(line);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(JSON.parse(err)).toEqual({ error: expect.stringContaining(text), code: 'usage' });
    }
  });

  it.each(cases)('is refused in words without: %j', async (args) => {
    const { code, stdout: out, stderr: err } = await tillgate(args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err.length).toBeGreaterThan(10);
  });
});

describe('help', () => {
  it('names every command but those of our own scripts', async () => {
    const { code, stdout: out, stderr: err } = await tillgate(['--help']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const text of ['user', 'app', 'credentials', 'key', 'endpoint', 'doctor', '--json'])
      expect(out).toContain(text);
    for (const text of ['demo', 'seed']) expect(out).not.toContain(text);
  });

  it.each([
    [
      ['user', 'create'],
      ['--password', '@env:NAME'],
    ],
    [['app', 'create'], ['--owner']],
    [
      ['credentials', 'set'],
      ['--consumer-key', '@file', 'options that you omit do not change'],
    ],
    [
      ['key', 'create'],
      ['sandbox', 'shown only once', '--scopes', '--allow-ip', '--expires'],
    ],
    [['key', 'list'], ['scopes']],
    [
      ['key', 'rotate'],
      ['--grace', 'keeps the name, scopes'],
    ],
    [['key', 'revoke'], ['5 seconds']],
    [
      ['endpoint', 'create'],
      ['payment.success', '--url'],
    ],
    [['doctor'], ['exits']],
  ])('explains %j', async (args, texts) => {
    const { code, stdout: out, stderr: err } = await tillgate([...args, '--help']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const text of [...texts, '--json']) expect(out).toContain(text);
  });
});
