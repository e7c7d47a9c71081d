import { describe, expect, it, vi } from 'vitest';
import { readEnv } from './env.ts';

const right = {
  DATABASE_URL: 'postgresql://localhost/tillgate',
  NEXTAUTH_SECRET: 'x'.repeat(32),
  SEAL_PUBLIC_KEY: Buffer.alloc(32, 7).toString('base64'),
  VAULT_KEYS: [8, 9].map((byte) => Buffer.alloc(32, byte).toString('base64')).join(', '),
} as unknown as NodeJS.ProcessEnv;

/** What the process writes before it ends. */
function refusalOf(variables: NodeJS.ProcessEnv): string {
  const written: string[] = [];
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended');
  });
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  try {
    expect(() => readEnv(variables)).toThrow('ended');
  } finally {
    exit.mockRestore();
    write.mockRestore();
  }
  return written.join('');
}

describe('the environment', () => {
  it('has defaults for all but secrets and the database, and takes blank for unset', () => {
    const env = readEnv({ ...right, NEXTAUTH_URL: '', OIDC_ISSUER: '', WEB_PORT: '3210' });
    expect(env).toMatchObject({ NEXTAUTH_URL: 'http://localhost:3210', WEB_HOST: 'localhost' });
    expect(env.OIDC_ISSUER).toBeUndefined();
  });

  it('that is not right ends the process with every problem at once', () => {
    const wrong = { NEXTAUTH_SECRET: 'short', SEAL_PUBLIC_KEY: 'no', VAULT_KEYS: 'no' };
    const written = refusalOf({ ...right, ...wrong, OIDC_ISSUER: 'https://id.example' });
    expect(written).toMatch(/NEXTAUTH_SECRET/);
    expect(written).toMatch(/SEAL_PUBLIC_KEY/);
    expect(written).toMatch(/VAULT_KEYS: must be 32 bytes of base64/);
  });

  it('has another claim for addresses only where the operator vouches for them', () => {
    expect(refusalOf({ ...right, OIDC_EMAIL_CLAIM: 'upn' })).toMatch(/OIDC_EMAIL_CLAIM: needs OIDC_TRUSTED_EMAIL=true/);
    expect(refusalOf({ ...right, OIDC_EMAIL_CLAIM: 'upn', OIDC_TRUSTED_EMAIL: 'xms_edov' })).toMatch(
      /OIDC_EMAIL_CLAIM/,
    );
    expect(readEnv({ ...right, OIDC_EMAIL_CLAIM: 'upn', OIDC_TRUSTED_EMAIL: 'true' }).OIDC_EMAIL_CLAIM).toBe('upn');
    expect(readEnv(right)).toMatchObject({ OIDC_EMAIL_CLAIM: 'email', OIDC_TRUSTED_EMAIL: 'false' });
  });

  it('asks people to sign in anew at the provider only in words that every provider knows', () => {
    expect(readEnv({ ...right, OIDC_PROMPT: 'select_account' }).OIDC_PROMPT).toBe('select_account');
    expect(readEnv(right).OIDC_PROMPT).toBeUndefined();
    for (const prompt of ['none', 'consent', 'Login']) {
      expect(refusalOf({ ...right, OIDC_PROMPT: prompt })).toMatch(/OIDC_PROMPT/);
    }
  });

  it('without a key for authenticator apps is refused, with the command that makes one', () => {
    const written = refusalOf({ ...right, VAULT_KEYS: undefined });
    expect(written).toMatch(/VAULT_KEYS: is needed.*`tillgate keys generate-vault`/);
  });
});
