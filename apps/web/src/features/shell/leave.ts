'use client';

/**
 * Signs out of this browser: the route of next-auth wants its own token with the request. The page is reloaded, so that
 * no data of the person stays in memory.
 */
export async function leave(): Promise<void> {
  const answer = await fetch('/api/auth/csrf');
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  await fetch('/api/auth/signout', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrfToken, json: 'true', callbackUrl: '/sign-in' }),
  });
  window.location.assign('/sign-in');
}
