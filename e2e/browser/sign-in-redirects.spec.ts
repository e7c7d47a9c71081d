import { attacks } from '@tillgate/domain/testing';
import { expect, signIn, test } from './support/test.ts';

test('nobody is led to another site by an address of the sign-in', async ({ mint, page, baseURL }) => {
  const { owner } = await mint();
  const { request } = page.context();
  const { csrfToken } = (await (await request.get('/api/auth/csrf')).json()) as { csrfToken: string };
  const { email, password } = owner;
  await signIn(page, owner);
  const away: string[] = [];
  const look = (what: string, place: string | undefined) => {
    if (place !== undefined && new URL(place, baseURL).origin !== baseURL) away.push(`${what} → ${place}`);
  };
  for (const path of attacks.leavingPaths.filter((text) => text.length < 2_500)) {
    const next = encodeURIComponent(path.toWellFormed());
    const options = { maxRedirects: 0 };
    const there = await request.get(`/sign-in?next=${next}`, options);
    look(`next=${path}`, there.headers().location);
    const back = await request.get(`/api/auth/signin?callbackUrl=${next}`, options);
    look(`callbackUrl=${path}`, back.headers().location);
  }
  for (const callbackUrl of attacks.leavingPaths.filter((_, index) => index % 6 === 0)) {
    const form = { csrfToken, email, password, json: 'true', callbackUrl: callbackUrl.toWellFormed() };
    const answer = await request.post('/api/auth/callback/credentials', { form, maxRedirects: 0 });
    const { url } = (await answer.json().catch(() => ({}))) as { url?: string };
    look(`after signing in, callbackUrl=${callbackUrl}`, url ?? answer.headers().location);
  }
  expect(away).toEqual([]);
});
