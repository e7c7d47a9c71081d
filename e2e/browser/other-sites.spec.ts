import type { APIRequestContext } from '@playwright/test';
import { expect, type Person, signIn, test } from './support/test.ts';

const rename = '/api/trpc/account.rename';
const body = (name: string) => JSON.stringify({ 0: { name } });
const json = { 'content-type': 'application/json' };

type Attempt = { what: string; method?: string; path?: string; headers: Record<string, string>; data?: string };

/** What another site can make a browser send with the person's cookies, and what a careless server would take. */
const attempts: Attempt[] = [
  ...['cross-site', 'same-site', 'none', 'Same-Origin', ''].map((site) => ({
    what: `Sec-Fetch-Site: ${site}`,
    headers: { ...json, 'sec-fetch-site': site },
  })),
  ...[
    'https://evil.example',
    'null',
    'http://localhost.evil.example',
    'http://localhost',
    'http://localhost:1',
    'http://127.0.0.1:1',
    'http://localhost@evil.example',
    'file://',
    '',
    'not a url',
  ].map((origin) => ({ what: `Origin: ${origin}`, headers: { ...json, origin } })),
  { what: 'neither header', headers: json },
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
  ].map((type) => ({ what: type, headers: { 'content-type': type, origin: 'https://evil.example' } })),
  {
    what: 'GET',
    method: 'GET',
    path: `${rename}?batch=1&input=${encodeURIComponent(body('stolen'))}`,
    headers: { 'sec-fetch-site': 'same-origin' },
  },
  { what: 'HEAD', method: 'HEAD', path: `${rename}?batch=1&input=${encodeURIComponent(body('stolen'))}`, headers: {} },
  ...['PUT', 'PATCH', 'DELETE'].map((method) => ({
    what: method,
    method,
    headers: { ...json, 'sec-fetch-site': 'same-origin' },
  })),
  ...['x-http-method-override', 'x-method-override', 'x-http-method'].map((header) => ({
    what: header,
    method: 'GET',
    headers: { [header]: 'POST', origin: 'https://evil.example' },
  })),
  {
    what: '_method',
    method: 'GET',
    path: `${rename}?_method=POST&batch=1&input=${encodeURIComponent(body('stolen'))}`,
    headers: {},
  },
];

async function send(request: APIRequestContext, { method = 'POST', path = `${rename}?batch=1`, headers }: Attempt) {
  return request.fetch(path, {
    method,
    headers,
    ...(method !== 'GET' && method !== 'HEAD' && { data: body('stolen') }),
  });
}

async function nameOf(request: APIRequestContext): Promise<string | null> {
  const answer = await request.get('/api/trpc/account.get?batch=1&input=%7B%7D');
  const [{ result }] = (await answer.json()) as [{ result: { data: { name: string | null } } }];
  return result.data.name;
}

const isSignedIn = async (request: APIRequestContext) =>
  Object.keys((await (await request.get('/api/auth/session')).json()) ?? {}).length > 0;

test('no other site changes anything in the name of who is signed in', async ({ mint, page }) => {
  const { owner } = await mint();
  await signIn(page, owner);
  const { request } = page.context();
  const before = await nameOf(request);
  const answers: Record<string, number> = {};
  for (const attempt of attempts) {
    answers[attempt.what] = (await send(request, attempt)).status();
    expect(await nameOf(request), attempt.what).toBe(before);
  }
  const wrong = Object.entries(answers).filter(([, status]) => status === 200 || status >= 500);
  expect(wrong).toEqual([]);
});

test('the page itself may', async ({ mint, page }) => {
  const { owner } = await mint();
  await signIn(page, owner);
  const { request } = page.context();
  const headers = { ...json, 'sec-fetch-site': 'same-origin' };
  const answer = await request.post(`${rename}?batch=1`, { headers, data: body('Olive O.') });
  expect(answer.status(), await answer.text()).toBe(200);
  expect(await nameOf(request)).toBe('Olive O.');
});

/** A form of another site has no CSRF token of this one, or an invented one. */
const forms: Record<string, string>[] = [
  {},
  { csrfToken: '' },
  { csrfToken: 'invented' },
  { csrfToken: 'a'.repeat(64) },
];

async function signInAs(request: APIRequestContext, person: Person, form: Record<string, string>): Promise<void> {
  const { email, password } = person;
  await request.post('/api/auth/callback/credentials', {
    headers: { origin: 'https://evil.example' },
    form: { ...form, email, password, json: 'true' },
  });
}

test('no other site signs anybody in or out', async ({ mint, page }) => {
  const { owner } = await mint();
  const { request } = page.context();
  for (const form of forms) {
    await signInAs(request, owner, form);
    expect(await isSignedIn(request)).toBe(false);
  }
  await signIn(page, owner);
  for (const form of forms) {
    await request.post('/api/auth/signout', {
      headers: { origin: 'https://evil.example' },
      form: { ...form, json: 'true' },
    });
    expect(await isSignedIn(request)).toBe(true);
  }
  await request.get('/api/auth/signout');
  expect(await isSignedIn(request)).toBe(true);
});

/** Headers that some servers believe about their own address or path. */
const moved: Record<string, string>[] = [
  { host: 'evil.example' },
  { 'x-forwarded-host': 'evil.example' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  { 'x-original-host': 'evil.example' },
  { 'x-original-url': '//evil.example' },
  { 'x-rewrite-url': '/account' },
  { forwarded: 'host=evil.example' },
  { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
  { 'x-middleware-subrequest': 'src/middleware:src/middleware:src/middleware:src/middleware:src/middleware' },
];

test('no header moves where links and redirects of the dashboard lead', async ({ page, baseURL }) => {
  const { request } = page.context();
  for (const headers of moved) {
    for (const path of ['/', '/account', '/sign-in', '/api/auth/signin', '/api/auth/providers', '/api/auth/csrf']) {
      const answer = await request.get(`${baseURL}${path}`, {
        headers,
        maxRedirects: 0,
      });
      const what = `${path} ${JSON.stringify(headers)} → ${answer.status()}`;
      expect(answer.headers().location ?? '', what).not.toMatch(/^(https?:)?\/\/evil/);
      expect(await answer.text(), what).not.toMatch(/https?:\/\/evil\.example/);
      if (path === '/account') expect(answer.status(), what).not.toBe(200);
    }
  }
});
