import { createHash, createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Claims = { sub: string; email?: string; email_verified?: boolean; name?: string; [claim: string]: unknown };

/** What the provider, or somebody between it and us, does wrong. */
export type Tampering = {
  /** With the code comes another state than was sent. */
  state?: string;
  /** The person does not want to sign in. */
  error?: string;
  /** The token is signed by somebody else. */
  isForeignKey?: boolean;
  /** What else the token says. */
  token?: { nonce?: string; iss?: string; aud?: string; exp?: number; iat?: number; nbf?: number };
};

export type IdentityProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Who is signed in there from now on. */
  as(claims: Claims, tampering?: Tampering): void;
  /** What it was asked to ask of the person last: the parameter `prompt`. */
  lastPrompt(): string | undefined;
  close(): Promise<void>;
};

type Grant = { redirectUri: string; challenge: string; nonce: string };

const keyId = 'signing';
const tokenSeconds = 300;

/**
 * An OpenID provider as the specification has it: authorization code with PKCE, a client with a secret, RS256. Nobody types anything
 * there: it knows who sits at the browser.
 */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const client = { clientId: 'tillgate', clientSecret: randomUUID() };
  const ours = newKey();
  const grants = new Map<string, Grant>();
  let prompt: string | undefined;
  let present: { claims: Claims; tampering: Tampering } | undefined;

  function authorize({ searchParams }: URL, response: ServerResponse): void {
    const asked = (name: string) => searchParams.get(name) ?? '';
    const isRight =
      asked('client_id') === client.clientId &&
      asked('response_type') === 'code' &&
      asked('code_challenge_method') === 'S256' &&
      asked('scope').split(' ').includes('openid');
    if (!isRight || !present) return void response.writeHead(400).end('This is not asked as it must be.');
    prompt = searchParams.get('prompt') ?? undefined;
    const { state = asked('state'), error } = present.tampering;
    const code = randomUUID();
    const redirectUri = asked('redirect_uri');
    grants.set(code, { redirectUri, challenge: asked('code_challenge'), nonce: asked('nonce') });
    const back = new URL(redirectUri);
    back.search = new URLSearchParams({ state, ...(error ? { error } : { code }) }).toString();
    response.writeHead(302, { location: back.href }).end();
  }

  async function giveToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      request.headers.authorization === `Basic ${basic}` &&
      grant?.redirectUri === form.get('redirect_uri') &&
      grant.challenge === verifier;
    if (!isRight || !present) return answer(response, { error: 'invalid_grant' }, 400);
    const { claims, tampering } = present;
    const now = Math.floor(Date.now() / 1000);
    const times = { iat: now, exp: now + tokenSeconds };
    const said = { iss: issuer, aud: client.clientId, nonce: grant.nonce, ...times, ...claims, ...tampering.token };
    const { privateKey } = tampering.isForeignKey ? newKey() : ours;
    answer(response, { access_token: randomUUID(), token_type: 'Bearer', id_token: sign(said, privateKey) });
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname === '/.well-known/openid-configuration') return answer(response, metadataOf(issuer));
    if (url.pathname === '/jwks') return answer(response, { keys: [ours.jwk] });
    if (url.pathname === '/authorize') return authorize(url, response);
    if (url.pathname === '/token') return void giveToken(request, response);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    ...client,
    as(claims, tampering = {}) {
      present = { claims, tampering };
    },
    lastPrompt: () => prompt,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function metadataOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
  };
}

function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' } };
}

function sign(claims: object, key: KeyObject): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'RS256', kid: keyId })}.${encode(claims)}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`;
}

function answer(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
