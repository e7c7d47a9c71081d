export type Session = { user?: { email: string; name: string | null } };

/** Signs in to the dashboard without a browser, and opens what comes first. Throws the refusal. */
export async function signInAt(
  url: string,
  person: { email: string; password: string },
): Promise<{ session: Session; home: string }> {
  const jar = new Map<string, string>();
  const go = async (path: string, form?: Record<string, string>) => {
    const response = await fetch(new URL(path, url), {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name) jar.set(name, value ?? '');
    }
    return response;
  };
  const { csrfToken } = (await (await go('/api/auth/csrf')).json()) as { csrfToken: string };
  const answer = await go('/api/auth/callback/credentials', { csrfToken, ...person, json: 'true' });
  if (!answer.ok) throw new Error(await answer.text());
  const session = (await (await go('/api/auth/session')).json()) as Session;
  let page = await go('/');
  for (let led = page.headers.get('location'); led !== null; led = page.headers.get('location')) page = await go(led);
  return { session, home: await page.text() };
}
