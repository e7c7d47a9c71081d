import type { C2bVersion } from '@tillgate/domain';
import type { CertificateOptions } from './mpesa/certificates.ts';
import { readCertificates } from './mpesa/read-certificates.ts';

type ProviderEnv = Parameters<typeof readCertificates>[0] & {
  PROVIDER_SANDBOX_URL: string;
  PROVIDER_PRODUCTION_URL: string;
  /** In milliseconds. */
  PROVIDER_TIMEOUT_MS: number;
  PROVIDER_C2B_VERSION: C2bVersion;
  AIRTEL_SANDBOX_URL: string;
  AIRTEL_PRODUCTION_URL: string;
};

/** The options of `createProvider` that a process takes from its environment. */
type ConfiguredOptions = {
  sandboxUrl: string;
  productionUrl: string;
  timeoutMs: number;
  c2bVersion: C2bVersion;
  certificates: CertificateOptions;
  airtel: { sandboxUrl: string; productionUrl: string };
};

/**
 * Reads the options of `createProvider` from a process's environment.
 *
 * @throws Error that names the variable when a certificate file cannot be read
 */
export async function readProviderOptions(env: ProviderEnv): Promise<ConfiguredOptions> {
  return {
    sandboxUrl: env.PROVIDER_SANDBOX_URL,
    productionUrl: env.PROVIDER_PRODUCTION_URL,
    timeoutMs: env.PROVIDER_TIMEOUT_MS,
    c2bVersion: env.PROVIDER_C2B_VERSION,
    certificates: await readCertificates(env),
    airtel: { sandboxUrl: env.AIRTEL_SANDBOX_URL, productionUrl: env.AIRTEL_PRODUCTION_URL },
  };
}
