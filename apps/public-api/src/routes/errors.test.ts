import { errorCodes } from '@tillgate/domain';
import { describe, expect, it } from 'vitest';
import { loneApi } from '../lone-api.fixture.ts';

const running = loneApi();

describe('200', () => {
  it('returns the page to anybody, with an anchor for each error code', async () => {
    const response = await fetch(`${running.api.baseUrl}/errors`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await response.text();
    for (const code of errorCodes) expect(page).toContain(`id="${code}"`);
  });

  it('has the result codes of every network, those of M-PESA first, or of the one that is asked for', async () => {
    const codesOf = async (query = '') => {
      const page = await (await fetch(`${running.api.baseUrl}/errors${query}`)).text();
      return [...page.matchAll(/<p><code>([^<]+)<\/code> <strong>/g)].map(([, code]) => code);
    };
    const [all, mpesa, airtel] = [await codesOf(), await codesOf('?rail=mpesa'), await codesOf('?rail=airtel')];
    expect(mpesa).toHaveLength(32);
    expect(airtel).toContain('DP00800001007');
    expect(all).toEqual([...mpesa, ...airtel]);
  });

  it('is where the type of a problem points to', async () => {
    const { type } = (await (await fetch(`${running.api.baseUrl}/status/x`)).json()) as { type: string };
    expect(new URL(type).pathname).toBe('/functions/v1/errors');
    expect(new URL(type).hash).toBe('#unauthenticated');
  });
});

describe('422', () => {
  it('refuses a network that there is not, and names those that there are', async () => {
    const response = await fetch(`${running.api.baseUrl}/errors?rail=cash`);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      issues: [{ path: 'rail', message: 'must be one of mpesa, airtel' }],
    });
  });
});
