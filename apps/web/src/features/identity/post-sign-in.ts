import { parseRefusal, type SignInRefusal } from './sign-in-refusal.ts';

const failed: SignInRefusal = { kind: 'failed' };

/** Posts to a route of next-auth with its CSRF token. Returns the address that the response redirects to. */
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

/** Runs one step of signing in. Returns why it was refused, or undefined when the person is signed in. */
export async function postSignIn(
  fields: { email: string; password: string } | { code: string } | { signature: string },
): Promise<SignInRefusal | undefined> {
  const url = await post('callback/credentials', fields);
  if (!url) return failed;
  const error = url.searchParams.get('error');
  return error === null ? undefined : parseRefusal(error);
}

/** Redirects to the identity provider, which redirects back to `next`. Returns only when that fails. */
export async function goToProvider(next: string): Promise<SignInRefusal> {
  const url = await post('signin/oidc', { callbackUrl: next });
  const error = url?.searchParams.get('error');
  if (!url || error) return failed;
  window.location.assign(url);
  // The page is about to be gone.
  return new Promise(() => {});
}
