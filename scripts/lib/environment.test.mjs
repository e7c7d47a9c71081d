// @ts-check
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultPorts, environmentOf, namedIn, startPrivateHosts, variablesOf } from './environment.mjs';

/** @typedef {import('./environment.mjs').Part} Part */

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
      AIRTEL_SANDBOX_URL: 'http://localhost:4002',
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

  it('lets webhooks reach private hosts only where that is said, and an empty variable says none', () => {
    const allowed = (/** @type {Record<string, string>} */ own, /** @type {{ privateHosts?: string }} */ more) =>
      environmentOf('worker', own, { ...facts, ...more }).WEBHOOK_ALLOWED_PRIVATE_HOSTS;
    const start = { privateHosts: startPrivateHosts };
    expect(allowed({}, {})).toBe('');
    expect(allowed({}, start)).toBe('localhost,127.0.0.1');
    expect(allowed({ WEBHOOK_ALLOWED_PRIVATE_HOSTS: '' }, start)).toBe('');
    expect(allowed({ WEBHOOK_ALLOWED_PRIVATE_HOSTS: 'shop.internal' }, start)).toBe('shop.internal');
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

  it('gives the payment pages no key, and the API the one of their addresses', () => {
    const own = { SEAL_PRIVATE_KEY: 'own', LINK_KEY: 'own', SMTP_URL: 'smtp://mail' };
    const pay = environmentOf('pay', own, { ...facts, linkKey: 'link', phoneHashKey: 'phone' });
    expect(pay).toMatchObject({ PAY_PORT: '4004', PAY_BASE_URL: 'http://localhost:4004' });
    expect(Object.keys(pay).filter((name) => /KEY|SECRET|SEAL|SMTP|PROVIDER/.test(name))).toEqual([]);
    const api = environmentOf('api', {}, { ...facts, linkKey: 'link' });
    expect([api.LINK_KEY, api.PAY_BASE_URL]).toEqual(['link', 'http://localhost:4004']);
    expect(environmentOf('api', {}, facts).PAY_BASE_URL).toBeUndefined();
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

  it('gives each process the database of its role, and what the user set for it', () => {
    const roles = { ...facts, databaseUrls: { api: 'postgresql://api', web: 'postgresql://web' } };
    const own = { DATABASE_URL_WEB: 'postgresql://mine', DATABASE_URL: 'postgresql://owner' };
    expect(environmentOf('api', own, roles).DATABASE_URL).toBe('postgresql://api');
    expect(environmentOf('web', own, roles).DATABASE_URL).toBe('postgresql://mine');
    expect(environmentOf('worker', own, roles).DATABASE_URL).toBe('postgresql://embedded');
    expect(environmentOf('web', own, roles).DATABASE_URL_WEB).toBeUndefined();
  });

  it('keeps what else the machine knows from every process', () => {
    const canaries = { AWS_SECRET_ACCESS_KEY: 'canary', npm_config_token: 'canary', PGPASSWORD: 'canary' };
    for (const part of parts) {
      const env = environmentOf(part, { ...canaries, PATH: '/bin' }, facts);
      expect(Object.values(env), part).not.toContain('canary');
      expect(env.PATH).toBe('/bin');
    }
  });

  it('passes on the variable that a command names, and no other', () => {
    const args = [
      'credentials',
      'set',
      '--passkey',
      '@env:PASSKEY',
      '--consumer-key=@env:KEY',
      '--x',
      '@@env:NOT',
      'env:NO',
    ];
    expect(namedIn(args)).toEqual(['PASSKEY', 'KEY']);
    const own = { PASSKEY: 'p', KEY: 'k', NOT: 'n' };
    const env = environmentOf('cli', own, facts, namedIn(args));
    expect([env.PASSKEY, env.KEY, env.NOT]).toEqual(['p', 'k', undefined]);
  });
});

const parts = /** @type {Part[]} */ (Object.keys(variablesOf));

/** The variables that a group of `fields.ts` reads, with those of the groups in it. @param {string} name @returns {string[]} */
function groupOf(name) {
  const text = source('packages/process/src/fields.ts');
  const start = text.search(new RegExp(`export (const|function) ${name}\\b`));
  if (start < 0) throw new Error(`fields.ts has no ${name}`);
  return variablesIn(text.slice(start, text.indexOf('\n\n', start)));
}

/** @param {string} text @returns {string[]} */
function variablesIn(text) {
  const named = [...text.matchAll(/(?<![\w'.])([A-Z][A-Z0-9]*_[A-Z0-9_]+):/g)].map(([, name = '']) => name);
  const groups = [...text.matchAll(/\.\.\.(?:fields\.)?(\w+Fields?)\b/g)].map(([, name = '']) => name);
  const local = groups.filter((name) => !text.includes(`const ${name} = {`));
  return [...named, ...local.flatMap(groupOf)];
}

/** @param {string} path */
function source(path) {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

describe('the list of variables', () => {
  /** @type {Record<Part, string>} */
  const files = {
    simulator: 'apps/simulator/src/env.ts',
    api: 'apps/public-api/src/env.ts',
    worker: 'inngest/src/env.ts',
    web: 'apps/web/src/env.ts',
    pay: 'apps/pay/src/env.ts',
    cli: 'apps/cli/src/env.ts',
    reseal: 'apps/cli/src/env.ts',
    migrate: 'apps/cli/src/env.ts',
  };
  /** What libraries read, and what only a command that is not run through npm may see. @type {Partial<Record<Part, string[]>>} */
  const exceptions = { cli: [...variablesOf.reseal] };

  // The commands that need more than others read a part of the file of the command line.
  const whole = parts.filter((part) => part !== 'reseal' && part !== 'migrate');

  it.each(whole)('of %s has all that its env.ts reads', (part) => {
    const read = [...new Set(variablesIn(source(files[part])))];
    expect(read.length).toBeGreaterThan(3);
    const lacking = read.filter((name) => ![...variablesOf[part], ...(exceptions[part] ?? [])].includes(name));
    expect(lacking).toEqual([]);
  });

  const libraries = ['PGSSLMODE', 'NEXT_TELEMETRY_DISABLED'];

  it.each(parts)('of %s is what .env.example explains', (part) => {
    const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
    const explained = [...example.matchAll(/^(?:# ?)?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
    const known = [...explained, ...libraries];
    expect(variablesOf[part].filter((name) => !known.includes(name))).toEqual([]);
  });

  it.each(parts)('of %s has nothing that neither its env.ts nor a library of it reads', (part) => {
    const read = variablesIn(source(files[part]));
    expect(variablesOf[part].filter((name) => !read.includes(name) && !libraries.includes(name))).toEqual([]);
  });
});
