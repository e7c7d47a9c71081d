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

  it('is where the type of a problem points to', async () => {
    const { type } = (await (await fetch(`${running.api.baseUrl}/status/x`)).json()) as { type: string };
    expect(new URL(type).pathname).toBe('/functions/v1/errors');
    expect(new URL(type).hash).toBe('#unauthenticated');
  });
});
