import { expect, it } from 'vitest';
import { lacksProxies, warnOfMissingProxies } from './missing-proxies.ts';

const https = 'https://pay.example.com/functions/v1';

it.each([
  ['https and no proxy', https, [], true],
  ['https and a proxy', https, ['10.0.0.5'], false],
  ['http on this machine', 'http://localhost:4000/functions/v1', [], false],
])('an API with %s', (_what, baseUrl, proxies, expected) => {
  const env = { PUBLIC_BASE_URL: baseUrl, TRUSTED_PROXIES: proxies };
  const said: unknown[] = [];
  warnOfMissingProxies(env, { warn: (line: unknown) => said.push(line) });
  expect(lacksProxies(env)).toBe(expected);
  expect(said).toEqual(expected ? [expect.stringMatching(/^TRUSTED_PROXIES is empty/)] : []);
});
