import { DomainError } from '@tillgate/domain';
import {
  AccountDisabled,
  answerChallenge,
  endSession,
  OtherSubject,
  readSession,
  type SessionPerson,
  type SignInAnswer,
  sessionMs,
  signIn,
  signInExternally,
  signInWithPasskey,
  type Visitor,
} from '@tillgate/domain/users';
import { cookies, headers } from 'next/headers';
import type { AuthOptions } from 'next-auth';
import { decode } from 'next-auth/jwt';
import CredentialsProvider from 'next-auth/providers/credentials';
import { cache } from 'react';
import { readVisitor } from '@/security/visitor';
import { type Deps, getDeps, type OidcSettings } from './deps.ts';
import { cookieNames, cookieOptions, keepDevice, readDeviceCookie } from './features/identity/auth-cookies.ts';
import { clockDifference } from './features/identity/clock-difference.ts';
import { nextPath } from './features/identity/next-path.ts';
import { addressOf, type ProviderClaims } from './features/identity/provider-address.ts';
import { formatRefusal, type SignInRefusal } from './features/identity/sign-in-refusal.ts';

/** The signed-in person. */
export type Person = SessionPerson;

/** What the cookie holds: which row of `sessions`, and nothing that could grow stale. */
type Claims = { sessionId?: string };

const sessionSeconds = sessionMs / 1000;
const challengeSeconds = 5 * 60;

/** Who sends the request of the moment, by its cookie and the living row of its session. */
export const readPerson = cache(async (): Promise<Person | undefined> => {
  const deps = await getDeps();
  const sessionId = await readSessionId(deps);
  return sessionId === undefined ? undefined : readSession(deps.context, sessionId);
});

async function readSessionId(deps: Deps): Promise<string | undefined> {
  const token = (await cookies()).get(cookieNames(deps).session)?.value;
  if (token === undefined) return undefined;
  try {
    const claims = (await decode({ token, secret: deps.settings.authSecret })) as Claims | null;
    return claims?.sessionId;
  } catch {
    // Signed with another secret, or damaged: no session.
    return undefined;
  }
}

/** Whether this browser has just entered a correct password and the second factor is still missing. */
export async function owesSecondFactor(): Promise<boolean> {
  const deps = await getDeps();
  return (await cookies()).has(cookieNames(deps).challenge);
}

/** Hears why a token of the identity provider was refused, where next-auth has no word for it. */
type OnRefusal = (refusal: SignInRefusal) => void;

/** How next-auth signs people in and out. */
export async function authOptions(onRefusal: OnRefusal): Promise<AuthOptions> {
  const deps = await getDeps();
  const { authSecret, oidc } = deps.settings;
  return {
    secret: authSecret,
    session: { strategy: 'jwt', maxAge: sessionSeconds },
    useSecureCookies: cookieOptions(deps).secure,
    cookies: {
      sessionToken: { name: cookieNames(deps).session, options: cookieOptions(deps) },
      callbackUrl: { name: cookieNames(deps).next, options: cookieOptions(deps) },
    },
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/' },
    providers: [
      CredentialsProvider({
        credentials: { email: {}, password: {}, code: {}, signature: {} },
        authorize: (given) => signInByForm(deps, given ?? {}),
      }),
      ...(oidc ? [oidcProvider(oidc, deps, onRefusal)] : []),
    ],
    callbacks: {
      redirect: ({ url, baseUrl }) => baseUrl + nextPath(url, baseUrl),
      // Of the credentials, `user.id` is the session already.
      signIn: async ({ user, account, profile }) =>
        account?.provider !== 'oidc' || signInByProvider(deps, user, profile as ProviderClaims),
      jwt: ({ token, user }) => (user ? { sessionId: user.id } : token),
      session: async ({ session }) => {
        const person = await readPerson();
        return person ? { user: { name: person.name, email: person.email }, expires: session.expires } : ({} as never);
      },
    },
    events: {
      signOut: async ({ token }) => {
        const { sessionId } = token as Claims;
        if (sessionId !== undefined) await endSession(deps.context, { sessionId });
      },
    },
    logger: {
      error: (code, about) => deps.log.error({ code, reason: reasonOf(about) }, 'NextAuth could not go on.'),
      warn: (code) => deps.log.debug({ code }, 'NextAuth warns.'),
      debug: () => {},
    },
  };
}

/** Why an identity provider's answer was refused, for the person who sets it up. Nothing else of next-auth's errors is free of tokens. */
function reasonOf(about: Error | { error?: unknown }): string | undefined {
  const { error } = about instanceof Error ? { error: about } : about;
  return error instanceof Error ? error.message : undefined;
}

type Given = Partial<Record<'email' | 'password' | 'code' | 'signature', string>>;

/** Signing in by form: a password, the code that is owed after it, or a passkey. */
async function signInByForm(
  deps: Deps,
  { email = '', password = '', code, signature }: Given,
): Promise<{ id: string }> {
  const ctx = { ...deps.context, ...deps.identity };
  const visitor = await visitorOf(deps);
  const challenge = (await cookies()).get(cookieNames(deps).challenge)?.value ?? '';
  const unauthenticated = signature ? 'wrong_passkey' : code ? 'wrong_code' : 'wrong_password';
  try {
    const answer = signature
      ? await signInWithPasskey(ctx, { signature }, visitor)
      : code
        ? await answerChallenge(ctx, { challenge, code }, visitor)
        : await signIn(ctx, { email, password }, visitor);
    if (!(await acceptAnswer(deps, answer))) throw refuse({ kind: 'second_factor_needed' });
    return { id: answer.kind === 'signed_in' ? answer.sessionId : '' };
  } catch (error) {
    throw refusalOf(deps, error, { unauthenticated, forbidden: 'not_invited' });
  }
}

async function visitorOf({ settings }: Deps): Promise<Visitor> {
  return { ...readVisitor(await headers(), settings.trustedProxies), device: await readDeviceCookie() };
}

/** Keeps the challenge in a cookie of this browser, or forgets it; a session that was open here ends. Whether one begins. */
async function acceptAnswer(deps: Deps, answer: SignInAnswer): Promise<boolean> {
  const jar = await cookies();
  const { challenge } = cookieNames(deps);
  if (answer.kind === 'second_factor_needed') {
    jar.set(challenge, answer.challenge, { ...cookieOptions(deps), maxAge: challengeSeconds });
    return false;
  }
  await keepDevice(answer.device);
  // A prefixed cookie is only taken away by one with all its marks.
  jar.set(challenge, '', { ...cookieOptions(deps), maxAge: 0 });
  const before = await readSessionId(deps);
  if (before !== undefined) await endSession(deps.context, { sessionId: before });
  return true;
}

class Refusal extends Error {}

/** next-auth puts the message of a thrown error into the address that it redirects to. */
function refuse(refusal: SignInRefusal): Refusal {
  return new Refusal(formatRefusal(refusal));
}

type Meaning = Record<'unauthenticated' | 'forbidden', Exclude<SignInRefusal, { seconds: number }>['kind']>;

function refusalOf(deps: Deps, error: unknown, meaning: Meaning): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof AccountDisabled) return refuse({ kind: 'disabled' });
  if (error instanceof OtherSubject) return refuse({ kind: 'other_subject' });
  if (error instanceof DomainError) {
    const { code, extras } = error;
    if (code === 'rate_limited') return refuse({ kind: 'throttled', seconds: extras.retryAfterSeconds ?? 1 });
    if (code === 'unauthenticated' || code === 'forbidden') return refuse({ kind: meaning[code] });
    if (code === 'not_found') return refuse({ kind: 'challenge_gone' });
  }
  deps.log.error({ err: error }, 'A sign-in could not be judged.');
  return refuse({ kind: 'failed' });
}

function oidcProvider(oidc: OidcSettings, deps: Deps, onRefusal: OnRefusal): AuthOptions['providers'][number] {
  const { issuer, clientId, clientSecret, name, prompt } = oidc;
  return {
    id: 'oidc',
    name,
    type: 'oauth',
    issuer,
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    clientId,
    clientSecret,
    authorization: { params: { scope: 'openid email profile', ...(prompt && { prompt }) } },
    token: {
      // What next-auth does itself; it keeps the message of an error, and not the token with the times.
      request: async ({ client, provider, params, checks }) => {
        try {
          return { tokens: await client.callback(provider.callbackUrl, params, checks) };
        } catch (error) {
          const seconds = clockDifference(error, deps.context.clock.now());
          if (seconds !== undefined) {
            deps.log.error({ seconds }, 'The clocks of this server and of the sign-in provider differ.');
            onRefusal({ kind: 'clocks', seconds });
          }
          throw error;
        }
      },
    },
    profile: ({ sub }: { sub: string }) => ({ id: sub }),
  };
}

/** True begins the session that `user.id` is set to; an address is where to go instead. */
async function signInByProvider(deps: Deps, user: { id: string }, claims: ProviderClaims): Promise<true | string> {
  const { oidc, webUrl } = deps.settings;
  const visitor = await visitorOf(deps);
  const ctx = { ...deps.context, ...deps.identity };
  const { email, emailVerified } = addressOf(claims, oidc ?? { emailClaim: 'email', trustedEmail: 'false' });
  const subject = textOf(claims.sub) ?? '';
  const issuer = textOf(claims.iss) ?? oidc?.issuer ?? '';
  const name = textOf(claims.name);
  try {
    const answer = await signInExternally(ctx, { issuer, subject, email, emailVerified, name }, visitor);
    if (!(await acceptAnswer(deps, answer)))
      return `${webUrl}/sign-in?${new URLSearchParams({ next: await askedFor(deps) })}`;
    if (answer.kind === 'signed_in') user.id = answer.sessionId;
    return true;
  } catch (error) {
    const forbidden = emailVerified && email !== undefined ? 'not_invited' : 'address_unverified';
    const { message } = refusalOf(deps, error, { unauthenticated: 'failed', forbidden });
    return `${webUrl}/sign-in?${new URLSearchParams({ next: await askedFor(deps), error: message })}`;
  }
}

const textOf = (claim: unknown) => (typeof claim === 'string' ? claim : undefined);

/** The page that the person wanted before they left for the provider. next-auth keeps its address in a cookie. */
export async function askedFor(deps: Deps): Promise<string> {
  return nextPath((await cookies()).get(cookieNames(deps).next)?.value, deps.settings.webUrl);
}
