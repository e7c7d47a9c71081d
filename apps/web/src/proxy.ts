import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { lastPlaceCookie, preferenceMaxAgeSeconds } from '@/i18n/locale';
import { readTenantPath } from './features/shell/tenant.ts';
import { isDevelopment, isServedSecurely } from './security/env.ts';
import { contentSecurityPolicy, strictTransport } from './security/headers.ts';

const nonceBytes = 16;

/** Runs before every page: sets its content security policy, its path for the layout, and that it is never cached. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(nonceBytes).toString('base64');
  const policy = contentSecurityPolicy({ nonce, isDevelopment: isDevelopment() });
  const { pathname, search } = request.nextUrl;
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('x-tillgate-path', pathname + search);
  // Next reads the nonce for its own scripts from here.
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  response.headers.set('cache-control', 'private, no-store');
  if (isServedSecurely()) response.headers.set('strict-transport-security', strictTransport);
  rememberPlace(request, response);
  return response;
}

/** The address `/` redirects to the last opened application. */
function rememberPlace(request: NextRequest, response: NextResponse): void {
  const place = readTenantPath(request.nextUrl.pathname)?.tenant;
  if (!place || request.headers.has('next-router-prefetch')) return;
  const value = `${place.applicationId}/${place.environment}`;
  if (request.cookies.get(lastPlaceCookie)?.value === value) return;
  response.cookies.set(lastPlaceCookie, value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isServedSecurely(),
    maxAge: preferenceMaxAgeSeconds,
    path: '/',
  });
}

export const config = { matcher: ['/((?!_next/static|_next/image|api/|icon).*)'] };
