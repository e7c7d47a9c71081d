import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { builtOrEnd, EnvironmentProblem, parseEnvironment, readEnvironment } from './environment.ts';
import * as fields from './fields.ts';

const schema = z
  .object({ ...fields.databaseFields(4), ...fields.publicApiFields, ...fields.inngestFields })
  .superRefine(fields.needs([['INNGEST_BASE_URL', 'INNGEST_EVENT_KEY']]))
  .transform(fields.withPublicBaseUrl);
const DATABASE_URL = 'postgresql://localhost/tillgate';

it('an empty variable counts as unset, and the public address follows the port', () => {
  const env = parseEnvironment(schema, { DATABASE_URL, API_PORT: '4100', PUBLIC_BASE_URL: '' });
  expect(env).toMatchObject({ DATABASE_POOL_MAX: 4, PUBLIC_BASE_URL: 'http://localhost:4100/functions/v1' });
  expect(parseEnvironment(schema, { DATABASE_URL, PUBLIC_BASE_URL: 'https://pay.example/v1/' }).PUBLIC_BASE_URL).toBe(
    'https://pay.example/v1',
  );
});

it('a problem names its variable, and a variable that needs another one says so', () => {
  const given = { DATABASE_URL, API_PORT: 'x', PUBLIC_BASE_URL: 'https://query.example' };
  expect(() => parseEnvironment(schema, given)).toThrow(EnvironmentProblem);
  expect(() => parseEnvironment(schema, given)).toThrow(/API_PORT .*; PUBLIC_BASE_URL contains a word/);
  expect(() => parseEnvironment(schema, { DATABASE_URL, INNGEST_BASE_URL: 'http://inngest:8288' })).toThrow(
    'INNGEST_EVENT_KEY is needed by INNGEST_BASE_URL',
  );
});

it.each(['PROVIDER_SANDBOX_URL', 'PROVIDER_PRODUCTION_URL'])('%s is https, or on this machine', (name) => {
  const provider = z.object(fields.providerFields);
  const given = (value: string) => parseEnvironment(provider, { [name]: value });
  for (const good of [
    'https://api.provider.example',
    'http://localhost:4002',
    'http://127.0.0.1:1',
    'http://[::1]:1',
  ]) {
    expect(given(good)).toMatchObject({ [name]: good });
  }
  for (const bad of [
    'http://api.provider.example',
    'http://10.0.0.5:4002',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://[::ffff:10.0.0.5]',
    'http://localhost@provider.example',
  ]) {
    expect(() => given(bad), bad).toThrow(`${name} must be an https address: over http, every network`);
  }
});

it('a process with problems prints all of them and ends with exit code 78', () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit code ${code}`);
  });
  const written: string[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  try {
    expect(() => readEnvironment('the API', schema, { API_PORT: '70000' })).toThrow('exit code 78');
  } finally {
    exit.mockRestore();
    write.mockRestore();
  }
  expect(written.join('')).toMatch(
    /^The environment of the API is not valid:\n {2}DATABASE_URL: .*\n {2}API_PORT: .*\n$/,
  );
});

it('a setting that turns out to be of no use ends the process with one sentence', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit code ${code}`);
  });
  const written: string[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  try {
    const build = Promise.reject(new Error('there is no file /certificate.cer'));
    await expect(builtOrEnd('The API', build)).rejects.toThrow('exit code 78');
  } finally {
    exit.mockRestore();
    write.mockRestore();
  }
  expect(written.join('')).toBe('The API cannot start with these settings: there is no file /certificate.cer\n');
});

it('metrics beyond this machine need a token', () => {
  const guarded = z.object(fields.metricsFields).superRefine(fields.metricsAreGuarded);
  expect(parseEnvironment(guarded, {})).toEqual({ METRICS_HOST: 'localhost' });
  const token = 'x'.repeat(16);
  expect(parseEnvironment(guarded, { METRICS_HOST: '0.0.0.0', METRICS_TOKEN: token }).METRICS_TOKEN).toBe(token);
  for (const METRICS_HOST of ['0.0.0.0', '::', '10.0.0.5', 'worker.internal']) {
    expect(() => parseEnvironment(guarded, { METRICS_HOST })).toThrow(/METRICS_TOKEN is needed/);
  }
  for (const METRICS_HOST of ['127.0.0.1', '::1', 'localhost']) {
    expect(parseEnvironment(guarded, { METRICS_HOST }).METRICS_HOST).toBe(METRICS_HOST);
  }
  expect(() => parseEnvironment(guarded, { METRICS_TOKEN: 'short' })).toThrow(/METRICS_TOKEN must have at least 16/);
});
