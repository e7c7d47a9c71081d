import { fileURLToPath } from 'node:url';
import { readProxies } from '@tillgate/domain';
import { readCallbackAddresses, readNoticeAddresses } from '@tillgate/domain/inbox';
import { parseRateRule } from '@tillgate/domain/rate-limits';
import { readKey } from '@tillgate/domain/sealing';
import { fields, readEnvironment, type Variables } from '@tillgate/process';
import { z } from 'zod';

/** Hot statements hold a connection for a millisecond; see docs/database.md for sizing. */
const poolMaxDefault = 16;

/** Where `npm run build` puts the site, from the sources and from the bundle. */
const siteOfBuild = fileURLToPath(new URL('../../docs/dist', import.meta.url));

/** The addresses that may post callbacks of production. */
const addresses = (readAddresses: typeof readCallbackAddresses) =>
  fields.list.transform((items, issues) => {
    const read = readAddresses(items);
    if ('kind' in read) return read;
    issues.addIssue({ code: 'custom', message: `contains ${read.wrong}, which is not an IP address or range` });
    return z.NEVER;
  });

const schema = z
  .object({
    ...fields.databaseFields(poolMaxDefault),
    ...fields.publicApiFields,
    API_HOST: z.string().default('localhost'),
    ...fields.providerFields,
    ...fields.sealFields((text) => readKey(text) !== undefined),
    ...fields.phoneHashField((text) => readKey(text) !== undefined),
    ...fields.payPageFields((text) => readKey(text) !== undefined),
    ...fields.inngestFields,
    ...fields.providerLimitFields(parseRateRule),
    RATE_LIMIT_COLLECT_PER_KEY: fields.parsed(parseRateRule).prefault('50/1'),
    RATE_LIMIT_REQUESTS_PER_KEY: fields.parsed(parseRateRule).prefault('500/1'),
    RATE_LIMIT_LINKS_PER_KEY: fields.parsed(parseRateRule).prefault('20/1'),
    RATE_LIMIT_BAD_KEYS_PER_NETWORK: fields.parsed(parseRateRule).prefault('60/60'),
    RATE_LIMIT_STORE: z.enum(['memory', 'postgres', 'redis']).default('postgres'),
    REDIS_URL: z
      .string()
      .regex(/^(rediss?:\/)?\/./, {
        error: 'must be a Redis address, such as redis://localhost:6379 or the path of a socket',
      })
      .optional(),
    CALLBACK_ALLOWED_IPS: addresses(readCallbackAddresses),
    AIRTEL_CALLBACK_ALLOWED_IPS: addresses(readNoticeAddresses),
    DATA_DIR: z.string().default('.data'),
    DOCS_DIR: z.string().default(siteOfBuild),
    TRUSTED_PROXIES: fields.parsed(readProxies).prefault(''),
    METRICS_API_PORT: fields.port.optional(),
    ...fields.metricsFields,
    ...fields.tracingFields,
    ...fields.connectionFields,
    ...fields.logFields,
  })
  .superRefine((env, issues) => {
    if (env.RATE_LIMIT_STORE === 'redis' && !env.REDIS_URL) {
      issues.addIssue({ code: 'custom', path: ['REDIS_URL'], message: 'is needed by RATE_LIMIT_STORE=redis' });
    }
  })
  .superRefine(fields.needs([['INNGEST_BASE_URL', 'INNGEST_EVENT_KEY']]))
  .superRefine(fields.payPagesNeedBoth)
  .superRefine(fields.metricsAreGuarded)
  .transform(fields.withPublicBaseUrl);

export type Env = z.output<typeof schema>;

/** Reads the environment; on problems prints all of them and ends the process. */
export function readEnv(variables: Variables = process.env): Env {
  return readEnvironment('the API', schema, variables);
}
