// @ts-check

/** The ports of `npm start`, by the variable that changes them. */
export const defaultPorts = {
  WEB_PORT: 3000,
  API_PORT: 4000,
  WORKER_PORT: 4001,
  SIMULATOR_PORT: 4002,
  RECEIVER_PORT: 4003,
};

/** Who listens on them, for messages. @type {Record<string, string>} */
export const portUsers = {
  WEB_PORT: 'the dashboard',
  API_PORT: 'the API',
  WORKER_PORT: 'the worker',
  SIMULATOR_PORT: 'the simulated provider',
  RECEIVER_PORT: 'the webhook receiver of the demo shop',
};

/** `reseal` is the one command that has the keys which open secrets. */
/** @typedef {'simulator' | 'api' | 'worker' | 'web' | 'cli' | 'reseal'} Part */
/**
 * @typedef {{
 *   DATA_DIR: string,
 *   DATABASE_URL: string,
 *   ports: Record<string, number>,
 *   publicKey: string,
 *   privateKey: string,
 *   webSecret: string,
 *   vaultKeys: string,
 * }} Facts
 */

/**
 * Variables that only some of the processes may see.
 * @type {Record<string, Part[]>}
 */
const secrets = {
  DATABASE_URL: ['api', 'worker', 'web', 'cli', 'reseal'],
  SEAL_PUBLIC_KEY: ['api', 'worker', 'web', 'cli', 'reseal'],
  SEAL_PRIVATE_KEY: ['api', 'worker', 'reseal'],
  NEXTAUTH_SECRET: ['web', 'reseal'],
  VAULT_KEYS: ['web', 'reseal'],
  OIDC_CLIENT_SECRET: ['web'],
  SMTP_URL: ['worker'],
  INNGEST_SIGNING_KEY: ['worker'],
};

/**
 * The environment of one of our processes: what the user set, our defaults for the rest, and no secret it has no use for.
 * @param {Part} part
 * @param {Record<string, string | undefined>} own the environment of this process
 * @param {Facts} facts
 * @returns {Record<string, string>}
 */
export function environmentOf(part, own, facts) {
  const { ports, DATA_DIR, DATABASE_URL, publicKey, privateKey, webSecret, vaultKeys } = facts;
  /** @type {Record<string, string>} */
  const defaults = {
    DATA_DIR,
    DATABASE_URL,
    PUBLIC_BASE_URL: `http://localhost:${ports.API_PORT}/functions/v1`,
    PROVIDER_SANDBOX_URL: `http://localhost:${ports.SIMULATOR_PORT}`,
    SEAL_PUBLIC_KEY: publicKey,
    SEAL_PRIVATE_KEY: privateKey,
    RATE_LIMIT_STORE: 'memory',
    WEBHOOK_ALLOWED_PRIVATE_HOSTS: 'localhost,127.0.0.1',
    NEXTAUTH_URL: `http://localhost:${ports.WEB_PORT}`,
    NEXTAUTH_SECRET: webSecret,
    VAULT_KEYS: vaultKeys,
    NEXT_TELEMETRY_DISABLED: '1',
  };
  for (const [variable, port] of Object.entries(ports)) defaults[variable] = String(port);
  const set = Object.entries(own).filter(([, value]) => value !== undefined && value !== '');
  const merged = { ...defaults, ...Object.fromEntries(set), DATA_DIR, DATABASE_URL };
  const visible = Object.entries(merged).filter(([name]) => secrets[name]?.includes(part) ?? true);
  return /** @type {Record<string, string>} */ (Object.fromEntries(visible));
}
