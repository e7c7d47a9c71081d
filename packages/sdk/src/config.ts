import type { Environment } from './types.ts';

/** A function like the global `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type TillgateOptions = {
  /** `mp_test_…` or `mp_live_…`. It is a secret of your server. Without one, the constructor throws. */
  apiKey: string | undefined;
  /** Where the API is, with or without `/functions/v1`: `https://pay.example.com`. */
  baseUrl: string | URL;
  /** Refuses a key of the other environment, so that a mixed-up configuration does not move real money. */
  environment?: Environment;
  /** How long one attempt may take, in milliseconds. Default: 60,000. */
  timeoutMs?: number;
  /** How often a failed attempt is repeated. Default: 3. */
  maxRetries?: number;
  /** Used in place of the global `fetch`. */
  fetch?: Fetch;
  /** An API key in a browser is known to everybody who opens the page. Only for tests that imitate a browser. */
  dangerouslyAllowBrowser?: boolean;
};

export type Config = {
  /** With `/functions/v1`, without a slash at the end. */
  baseUrl: string;
  apiKey: string;
  environment: Environment;
  timeoutMs: number;
  maxRetries: number;
  fetch: Fetch;
};

const basePath = '/functions/v1';
const timeoutMsDefault = 60_000;
const retriesDefault = 3;
const prefixes: Record<Environment, string> = { sandbox: 'mp_test_', production: 'mp_live_' };

/**
 * @throws TypeError that never shows the key
 */
export function readOptions(options: TillgateOptions): Config {
  const { apiKey = '' } = options;
  const environment = environmentOf(apiKey);
  if (options.environment !== undefined && options.environment !== environment) {
    throw new TypeError(`The API key is of ${environment}, but the client was made for ${options.environment}.`);
  }
  if (!options.dangerouslyAllowBrowser && 'window' in globalThis && 'document' in globalThis) {
    throw new TypeError('API keys are secrets of your server: do not make this client in a browser.');
  }
  return {
    apiKey,
    baseUrl: baseUrlOf(options.baseUrl),
    environment,
    timeoutMs: positive('timeoutMs', options.timeoutMs ?? timeoutMsDefault),
    maxRetries: retries(options.maxRetries ?? retriesDefault),
    // Called as a plain function: some runtimes refuse a `fetch` that is called as a method. Looked up with each call,
    // so that instrumentation that replaces it later is used.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
  };
}

function environmentOf(apiKey: unknown): Environment {
  if (typeof apiKey !== 'string' || apiKey === '') throw new TypeError('The API key is missing.');
  // A header cannot carry other characters, and the error of fetch would show the whole key.
  const environment = /^[\x21-\x7e]+$/.test(apiKey)
    ? (Object.keys(prefixes) as Environment[]).find((each) => apiKey.startsWith(prefixes[each]))
    : undefined;
  if (!environment) throw new TypeError('The API key does not begin with mp_test_ or mp_live_, or has blanks in it.');
  return environment;
}

function baseUrlOf(baseUrl: string | URL): string {
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch {
    throw new TypeError('The base URL is not an absolute URL such as https://pay.example.com.');
  }
  if (!/^https?:$/.test(url.protocol)) throw new TypeError('The base URL must begin with https:// or http://.');
  if (url.username || url.password) throw new TypeError('The base URL must not contain a user name or password.');
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path.endsWith(basePath) ? path : path + basePath}`;
}

function retries(value: number): number {
  if (!Number.isInteger(value) || value < 0) throw new TypeError('maxRetries must be 0 or a whole number above.');
  return value;
}

export function positive(name: string, value: number): number {
  if (!(value > 0)) throw new TypeError(`${name} must be greater than 0.`);
  return value;
}
