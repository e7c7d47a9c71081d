// @ts-check

/** The ports of `npm start`, by the variable that changes them. */
export const defaultPorts = {
  WEB_PORT: 3000,
  API_PORT: 4000,
  WORKER_PORT: 4001,
  SIMULATOR_PORT: 4002,
  RECEIVER_PORT: 4003,
  PAY_PORT: 4004,
};

/** Who listens on them, for messages. @type {Record<string, string>} */
export const portUsers = {
  WEB_PORT: 'the dashboard',
  API_PORT: 'the API',
  WORKER_PORT: 'the worker',
  SIMULATOR_PORT: 'the simulated provider',
  RECEIVER_PORT: 'the webhook receiver of the demo shop',
  PAY_PORT: 'the payment pages',
};

/** `reseal` and `migrate` are the commands that need more than `cli` has. */
/** @typedef {'simulator' | 'api' | 'worker' | 'web' | 'pay' | 'cli' | 'reseal' | 'migrate'} Part */
/**
 * @typedef {{
 *   DATA_DIR: string,
 *   DATABASE_URL: string,
 *   databaseUrls?: Partial<Record<Part, string>>,
 *   ports: Record<string, number>,
 *   publicKey: string,
 *   privateKey: string,
 *   webSecret: string,
 *   vaultKeys: string,
 *   phoneHashKey?: string,
 *   linkKey?: string,
 *   privateHosts?: string,
 * }} Facts `DATABASE_URL` is the owner's; `databaseUrls` are those of the roles. `privateHosts` is what webhooks of the
 *   sandbox may reach unless the user says otherwise; default: none.
 */

/** Servers that are developed on this machine get sandbox webhooks from `npm start`. */
export const startPrivateHosts = 'localhost,127.0.0.1';

/** Variables where an empty value means "none". */
const emptyMeansNone = new Set(['WEBHOOK_ALLOWED_PRIVATE_HOSTS']);

/** What every program on this machine may need to run at all. */
const system = [
  ...['PATH', 'HOME', 'USER', 'TMPDIR', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TERM', 'NO_COLOR', 'FORCE_COLOR'],
  ...['NODE_ENV', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
];
const database = ['DATABASE_URL', 'DATABASE_POOL_MAX', 'PGSSLMODE'];
const publicApi = ['API_PORT', 'PUBLIC_BASE_URL'];
const provider = [
  ...['PROVIDER_SANDBOX_URL', 'PROVIDER_PRODUCTION_URL', 'PROVIDER_SANDBOX_CERTIFICATE'],
  ...['PROVIDER_PRODUCTION_CERTIFICATE', 'PROVIDER_C2B_VERSION', 'PROVIDER_TIMEOUT_MS'],
  ...['AIRTEL_SANDBOX_URL', 'AIRTEL_PRODUCTION_URL'],
];
const seal = ['SEAL_PUBLIC_KEY', 'SEAL_PRIVATE_KEY'];
/** The addresses of payment links. */
const payPages = ['PAY_BASE_URL', 'LINK_KEY'];
const inngest = ['INNGEST_BASE_URL', 'INNGEST_EVENT_KEY'];
const metrics = ['METRICS_HOST', 'METRICS_TOKEN'];
/** Of processes that answer requests of others. */
const listening = ['KEEP_ALIVE_SECONDS'];
const tracing = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_TRACES_SAMPLER_ARG'];
/** Of processes that send prompts. */
const prompting = ['RATE_LIMIT_COLLECT_PER_PHONE', 'RATE_LIMIT_QUERIES_PER_ACCOUNT', 'PHONE_HASH_KEY'];

/**
 * The variables that a process may see, beside those of the system. Nothing else reaches it: a test compares this with what
 * each `env.ts` reads.
 * @type {Record<Part, string[]>}
 */
export const variablesOf = {
  simulator: [
    ...['SIMULATOR_PORT', 'SIMULATOR_HOST', 'SIMULATOR_PASSKEY', 'SIMULATOR_CREDENTIALS', 'SIMULATOR_DELAY_MS'],
    ...['SIMULATOR_CALLBACK_DELAY_MS', 'SIMULATOR_LATE_CALLBACK_MS', 'SIMULATOR_SLOW_ACK_MS', 'SIMULATOR_AUTO_ANSWER'],
    ...['SIMULATOR_SUBSCRIBER_LOCK', 'SIMULATOR_SAME_AMOUNT_RULE', 'SIMULATOR_LOSE_CALLBACKS'],
    ...['SIMULATOR_EXTERNAL_VALIDATION', 'SIMULATOR_REGISTER_ONCE', 'SIMULATOR_CONFIRM_STK_PAYMENTS'],
    ...['SIMULATOR_CONFIRMATION', 'SIMULATOR_CHECK_CREDENTIAL', 'SIMULATOR_INITIATOR_PASSWORD'],
    ...['SIMULATOR_PRIVATE_KEY', 'SIMULATOR_NAMES', 'SIMULATOR_ONE_TOKEN', 'LOG_LEVEL'],
  ],
  api: [
    ...[...database, ...publicApi, ...provider, ...seal, ...inngest, ...prompting],
    ...['API_HOST', 'RATE_LIMIT_COLLECT_PER_KEY', 'RATE_LIMIT_REQUESTS_PER_KEY', 'RATE_LIMIT_BAD_KEYS_PER_NETWORK'],
    ...['RATE_LIMIT_LINKS_PER_KEY', 'RATE_LIMIT_STORE', 'REDIS_URL', ...payPages],
    ...['CALLBACK_ALLOWED_IPS', 'AIRTEL_CALLBACK_ALLOWED_IPS'],
    ...['DATA_DIR', 'DOCS_DIR', 'TRUSTED_PROXIES', 'METRICS_API_PORT', ...metrics, ...tracing, ...listening],
    'LOG_LEVEL',
  ],
  worker: [
    ...[...database, ...publicApi, ...provider, ...seal, ...inngest, ...prompting],
    ...['INNGEST_SIGNING_KEY', 'INNGEST_SERVE_ORIGIN', 'WORKER_HOST', 'WORKER_PORT', 'WEBHOOK_ALLOWED_PRIVATE_HOSTS'],
    ...['RATE_LIMIT_PUBLIC_PER_PHONE', 'RATE_LIMIT_PUBLIC_PER_PHONE_DAY', 'BATCH_RATE_PER_ACCOUNT'],
    ...['SMTP_URL', 'MAIL_FROM', 'NEXTAUTH_URL', 'METRICS_WORKER_PORT', ...metrics, ...tracing, 'LOG_LEVEL'],
    ...['SWEEP_SECONDS_MAX', 'ARCHIVE_BUCKET', 'ARCHIVE_REGION', 'ARCHIVE_ENDPOINT', 'ARCHIVE_PREFIX'],
    ...['ARCHIVE_ACCESS_KEY_ID', 'ARCHIVE_SECRET_ACCESS_KEY', ...listening],
  ],
  web: [
    ...[...database, ...publicApi, ...inngest],
    ...['WEB_HOST', 'WEB_PORT', 'PROVIDER_SANDBOX_URL', 'SEAL_PUBLIC_KEY', 'NEXTAUTH_SECRET', 'NEXTAUTH_URL'],
    ...['WEBHOOK_ALLOWED_PRIVATE_HOSTS', 'TRUSTED_PROXIES', 'NEXT_TELEMETRY_DISABLED', 'LOG_LEVEL', 'VAULT_KEYS'],
    ...['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'],
    ...['OIDC_TRUSTED_EMAIL', 'OIDC_EMAIL_CLAIM', 'OIDC_PROMPT', 'PHONE_HASH_KEY', ...payPages, ...listening],
    ...['METRICS_WEB_PORT', ...metrics],
  ],
  // Anybody can reach it. It signs nothing, opens nothing and calls nobody.
  pay: [
    ...[...database, ...inngest],
    ...[
      'PAY_PORT',
      'PAY_HOST',
      'PAY_BASE_URL',
      'PAY_ABUSE_EMAIL',
      'NEXTAUTH_URL',
      'PUBLIC_BASE_URL',
      'TRUSTED_PROXIES',
    ],
    ...['RATE_LIMIT_PUBLIC_READ', 'RATE_LIMIT_PUBLIC_PAY', 'RATE_LIMIT_PUBLIC_PAY_HOUR'],
    ...['METRICS_PAY_PORT', ...metrics, ...listening, 'LOG_LEVEL'],
  ],
  // Run through npm, the command never sees the private key, although `doctor` could use it.
  cli: [
    ...['DATABASE_URL', 'PGSSLMODE', ...publicApi, 'SEAL_PUBLIC_KEY', 'PHONE_HASH_KEY', 'PROVIDER_SANDBOX_URL'],
    ...payPages,
    ...['WEBHOOK_ALLOWED_PRIVATE_HOSTS', 'INNGEST_BASE_URL', 'INNGEST_SERVE_ORIGIN', 'REDIS_URL', 'DATA_DIR'],
    ...['TILLGATE_API_KEY', 'TILLGATE_API_URL'],
  ],
  // `keys rotate-seal`, the one command that opens secrets, and `migrate` run as the owner of the tables.
  reseal: ['DATABASE_URL', 'PGSSLMODE', ...seal, 'NEXTAUTH_SECRET', 'VAULT_KEYS'],
  migrate: ['DATABASE_URL', 'PGSSLMODE'],
};

/**
 * The database of a process: of its role, as `npm start` made it or as the user set it (`DATABASE_URL_WEB`), or else the one
 * for all.
 * @param {Part} part
 * @param {Record<string, string | undefined>} own
 * @param {Facts} facts
 */
function databaseOf(part, own, { DATABASE_URL, databaseUrls }) {
  return own[`DATABASE_URL_${part.toUpperCase()}`] || databaseUrls?.[part] || DATABASE_URL;
}

/**
 * The environment of one of our processes: what the user set, our defaults for the rest, and nothing that it has no use for.
 * @param {Part} part
 * @param {Record<string, string | undefined>} own the environment of this process
 * @param {Facts} facts
 * @param {string[]} [named] variables that the user names in a command
 * @returns {Record<string, string>}
 */
export function environmentOf(part, own, facts, named = []) {
  const { ports, DATA_DIR, publicKey, privateKey, webSecret, vaultKeys, phoneHashKey, linkKey } = facts;
  const DATABASE_URL = databaseOf(part, own, facts);
  /** @type {Record<string, string>} */
  const defaults = {
    PUBLIC_BASE_URL: `http://localhost:${ports.API_PORT}/functions/v1`,
    PROVIDER_SANDBOX_URL: `http://localhost:${ports.SIMULATOR_PORT}`,
    AIRTEL_SANDBOX_URL: `http://localhost:${ports.SIMULATOR_PORT}`,
    SEAL_PUBLIC_KEY: publicKey,
    SEAL_PRIVATE_KEY: privateKey,
    RATE_LIMIT_STORE: 'memory',
    WEBHOOK_ALLOWED_PRIVATE_HOSTS: facts.privateHosts ?? '',
    NEXTAUTH_URL: `http://localhost:${ports.WEB_PORT}`,
    NEXTAUTH_SECRET: webSecret,
    VAULT_KEYS: vaultKeys,
    ...(phoneHashKey && { PHONE_HASH_KEY: phoneHashKey }),
    ...(linkKey && { LINK_KEY: linkKey, PAY_BASE_URL: `http://localhost:${ports.PAY_PORT}` }),
    NEXT_TELEMETRY_DISABLED: '1',
  };
  for (const [variable, port] of Object.entries(ports)) defaults[variable] = String(port);
  const set = Object.entries(own).filter(
    ([name, value]) => value !== undefined && (value !== '' || emptyMeansNone.has(name)),
  );
  const merged = { ...defaults, ...Object.fromEntries(set), DATA_DIR, DATABASE_URL };
  const visible = new Set([...system, ...variablesOf[part], ...named]);
  return /** @type {Record<string, string>} */ (
    Object.fromEntries(Object.entries(merged).filter(([name]) => visible.has(name)))
  );
}

/**
 * The variables that the arguments of a command name, as `@env:NAME`.
 * @param {string[]} args
 */
export function namedIn(args) {
  return args.flatMap((arg) => /(?:^|=)@env:(\w+)$/.exec(arg)?.[1] ?? []);
}
