import { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { authOptions } from '@/auth';
import { getDeps } from '@/deps';
import { nextPath } from '@/features/identity/next-path';

async function answer(request: NextRequest, context: { params: Promise<{ nextauth: string[] }> }): Promise<Response> {
  const { webUrl } = (await getDeps()).settings;
  // next-auth fails with 500 on a link to what only takes a form.
  if (request.method === 'GET' && request.nextUrl.pathname.endsWith('/callback/credentials')) {
    return new Response('Sign in with the form.', { status: 405, headers: { allow: 'POST' } });
  }
  return NextAuth(withOwnCallback(request, webUrl), context, await authOptions());
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
