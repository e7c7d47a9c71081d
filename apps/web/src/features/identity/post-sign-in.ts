import { parseRefusal, type SignInRefusal } from './sign-in-refusal.ts';

const failed: SignInRefusal = { kind: 'failed' };

/** Posts as next-auth wants it: with its own token, which its cookie vouches for. Answers the address that it leads to. */
async function post(action: string, fields: Record<string, string>): Promise<URL | undefined> {
  try {
    const { csrfToken } = (await (await fetch('/api/auth/csrf')).json()) as { csrfToken: string };
    const body = new URLSearchParams({ ...fields, csrfToken, json: 'true' });
    const answer = await fetch(`/api/auth/${action}`, { method: 'POST', body });
    const { url } = (await answer.json()) as { url: string };
    const leadsTo = new URL(url, window.location.href);
    return leadsTo.searchParams.has('csrf') ? undefined : leadsTo;
  } catch {
    return undefined;
  }
}

/** One step of signing in. Answers why it went no further; undefined when the person is in. */
export async function postSignIn(
  fields: { email: string; password: string } | { code: string },
): Promise<SignInRefusal | undefined> {
  const url = await post('callback/credentials', fields);
  if (!url) return failed;
  const error = url.searchParams.get('error');
  return error === null ? undefined : parseRefusal(error);
}

/** Leaves for the identity provider, which leads back to `next`. Answers only when that does not work. */
export async function goToProvider(next: string): Promise<SignInRefusal> {
  const url = await post('signin/oidc', { callbackUrl: next });
  const error = url?.searchParams.get('error');
  if (!url || error) return failed;
  window.location.assign(url);
  // The page is about to be gone.
  return new Promise(() => {});
}
