import type { Page } from '@playwright/test';

/**
 * Signs in through the product's own endpoint, as the page's form does: the browser of this page then has the cookie.
 * Quick; a spec about signing in uses the form itself.
 */
export async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  const { request } = page.context();
  const csrf = await request.get('/api/auth/csrf');
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const { email, password } = person;
  const answer = await request.post('/api/auth/callback/credentials', {
    form: { csrfToken, email, password, json: 'true' },
  });
  const session = await (await request.get('/api/auth/session')).json();
  if (!session || Object.keys(session).length === 0) {
    throw new Error(`${email} could not sign in: ${answer.status()} ${(await answer.text()).slice(0, 300)}`);
  }
}
