import { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { askedFor, authOptions } from '@/auth';
import { getDeps } from '@/deps';
import { nextPath } from '@/features/identity/next-path';
import { formatRefusal, type SignInRefusal } from '@/features/identity/sign-in-refusal';

async function answer(request: NextRequest, context: { params: Promise<{ nextauth: string[] }> }): Promise<Response> {
  const deps = await getDeps();
  const { webUrl } = deps.settings;
  // next-auth fails with 500 on a link to what only takes a form.
  if (request.method === 'GET' && request.nextUrl.pathname.endsWith('/callback/credentials')) {
    return new Response('Sign in with the form.', { status: 405, headers: { allow: 'POST' } });
  }
  let refusal: SignInRefusal | undefined;
  const options = await authOptions((heard) => {
    refusal = heard;
  });
  const answered: Response = await NextAuth(withOwnCallback(request, webUrl), context, options);
  if (!refusal) return answered;
  // next-auth would say that something failed. Its cookies are kept.
  const headers = new Headers(answered.headers);
  const search = new URLSearchParams({ next: await askedFor(deps), error: formatRefusal(refusal) });
  headers.set('location', `${webUrl}/sign-in?${search}`);
  return new Response(null, { status: 302, headers });
}

/** next-auth fails with 500 on an address that it cannot read, so it gets a path of ours instead. */
function withOwnCallback(request: NextRequest, webUrl: string): NextRequest {
  const asked = request.nextUrl.searchParams.get('callbackUrl');
  if (asked === null) return request;
  const url = new URL(request.url);
  url.searchParams.set('callbackUrl', nextPath(asked, webUrl));
  return new NextRequest(url, request);
}

export { answer as GET, answer as POST };
