import { readUrl } from '@tillgate/domain';
import { readApiEnv } from '../env.ts';
import { optional } from '../fields.ts';
import { refusedOption } from '../options.ts';
import { resolveSecret } from '../secret.ts';
import type { Api } from './api.ts';

type ApiOptions = { key?: string; api?: string };

const basePath = '/functions/v1';

/** The options that name the API and the key for it. */
export const apiOptions = {
  key: optional('--key <key>', 'sandbox API key, mp_test_… (default: TILLGATE_API_KEY)'),
  api: optional(
    '--api <url>',
    `address of the API with ${basePath} (default: TILLGATE_API_URL, or the API on this machine)`,
  ),
};

/**
 * Reads the API from the options, or else from the environment.
 * @throws EnvironmentProblem, DomainError invalid_input
 */
export async function resolveApi(options: ApiOptions): Promise<Api> {
  const api = await findApi(options);
  if (!api) throw refusedOption('--key', 'is required: pass it, or set TILLGATE_API_KEY');
  return api;
}

/**
 * Reads the API from the options, or else from the environment. Undefined when neither has a key.
 * @throws EnvironmentProblem, DomainError invalid_input
 */
export async function findApi(options: ApiOptions): Promise<Api | undefined> {
  const env = readApiEnv();
  const key = options.key === undefined ? env.apiKey : await resolveSecret('--key', options.key);
  if (key === undefined || key === '') return undefined;
  return { url: readBaseUrl(options.api ?? env.apiUrl), key: readSandboxKey(key.trim()) };
}

/** The error never repeats the text, which may be a live key. */
function readSandboxKey(text: string): string {
  if (text.startsWith('mp_live_')) {
    throw refusedOption('--key', 'is a live key. This command needs a sandbox key, which starts with mp_test_');
  }
  if (!/^mp_test_\w+$/.test(text))
    throw refusedOption('--key', 'is not a sandbox key. Sandbox keys start with mp_test_');
  return text;
}

function readBaseUrl(text: string): string {
  const url = readHttpUrl('--api', text);
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path === '' ? basePath : path}`;
}

/** @throws DomainError invalid_input */
export function readHttpUrl(option: string, text: string): URL {
  const url = readUrl(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw refusedOption(option, 'must be an http or https address');
}
