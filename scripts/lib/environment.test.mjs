// @ts-check
import { describe, expect, it } from 'vitest';
import { defaultPorts, environmentOf } from './environment.mjs';

const facts = {
  DATA_DIR: '/data',
  DATABASE_URL: 'postgresql://embedded',
  ports: defaultPorts,
  publicKey: 'public',
  privateKey: 'private',
  webSecret: 'web',
  vaultKeys: 'vault',
};

describe('environmentOf', () => {
  it('connects the processes to each other', () => {
    const env = environmentOf('api', {}, facts);
    expect(env).toMatchObject({
      API_PORT: '4000',
      DATABASE_URL: 'postgresql://embedded',
      PUBLIC_BASE_URL: 'http://localhost:4000/functions/v1',
      PROVIDER_SANDBOX_URL: 'http://localhost:4002',
      RATE_LIMIT_STORE: 'memory',
    });
  });

  it('lets what the user set win, and takes an empty value for unset', () => {
    const own = { RATE_LIMIT_STORE: 'postgres', PUBLIC_BASE_URL: '', SEAL_PUBLIC_KEY: 'own', SEAL_PRIVATE_KEY: 'own' };
    const env = environmentOf('api', own, facts);
    expect(env.RATE_LIMIT_STORE).toBe('postgres');
    expect(env.PUBLIC_BASE_URL).toBe('http://localhost:4000/functions/v1');
    expect([env.SEAL_PUBLIC_KEY, env.SEAL_PRIVATE_KEY]).toEqual(['own', 'own']);
  });

  it('gives the simulator no secret of ours and the command line no private key', () => {
    const own = { SEAL_PRIVATE_KEY: 'own' };
    const simulator = environmentOf('simulator', own, facts);
    expect(Object.keys(simulator)).not.toEqual(expect.arrayContaining(['DATABASE_URL']));
    expect(simulator.SEAL_PRIVATE_KEY).toBeUndefined();
    expect(simulator.SEAL_PUBLIC_KEY).toBeUndefined();
    const cli = environmentOf('cli', own, facts);
    expect(cli.SEAL_PUBLIC_KEY).toBe('public');
    expect(cli.SEAL_PRIVATE_KEY).toBeUndefined();
    expect(cli.NEXTAUTH_SECRET).toBeUndefined();
    expect(cli.VAULT_KEYS).toBeUndefined();
  });

  it('lets the dashboard seal and sign its sessions, but neither open what is sealed nor send mail', () => {
    const web = environmentOf('web', { SEAL_PRIVATE_KEY: 'own', SMTP_URL: 'smtp://mail' }, facts);
    expect(web).toMatchObject({
      DATABASE_URL: 'postgresql://embedded',
      SEAL_PUBLIC_KEY: 'public',
      NEXTAUTH_SECRET: 'web',
      VAULT_KEYS: 'vault',
      NEXTAUTH_URL: 'http://localhost:3000',
    });
    expect(web.SEAL_PRIVATE_KEY).toBeUndefined();
    expect(web.SMTP_URL).toBeUndefined();
    for (const part of /** @type {const} */ (['api', 'worker', 'simulator'])) {
      const env = environmentOf(part, {}, facts);
      expect([env.NEXTAUTH_SECRET, env.VAULT_KEYS]).toEqual([undefined, undefined]);
    }
  });

  it('gives the command that seals anew every key, and nothing to send mail with', () => {
    const env = environmentOf('reseal', { SMTP_URL: 'smtp://mail', OIDC_CLIENT_SECRET: 'oidc' }, facts);
    expect(env).toMatchObject({
      SEAL_PUBLIC_KEY: 'public',
      SEAL_PRIVATE_KEY: 'private',
      NEXTAUTH_SECRET: 'web',
      VAULT_KEYS: 'vault',
    });
    expect([env.SMTP_URL, env.OIDC_CLIENT_SECRET]).toEqual([undefined, undefined]);
  });
});
