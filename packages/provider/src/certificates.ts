import { bundledCertificates } from './bundled-certificates.ts';
import { type Deadline, deadlineIn, orLate } from './deadline.ts';
import type { Http } from './http.ts';
import { isReadableCertificate } from './security-credential.ts';

const fetchTimeoutMs = 2_000;
/** How long a certificate that the simulator gave is used. */
const fetchedLifetimeMs = 3_600_000;
/** After this long a sandbox that gave no certificate is asked again: the simulator may only just have started. */
const missingLifetimeMs = 10_000;

export type CertificateOptions = {
  /** PEM of a certificate or public key, for the SecurityCredential. */
  sandboxCertificate?: string | undefined;
  productionCertificate?: string | undefined;
};

/** The environments' certificates. `obtain` never throws. */
export type Certificates = {
  obtain(environment: 'sandbox' | 'production', deadline: Deadline): Promise<string>;
};

type Fetched = { pem: string | undefined; atMs: number };

/**
 * Certificates as configured, else the provider's published ones. A sandbox is asked for its own first: the simulator has
 * one, the provider has none to give.
 *
 * @throws Error when a configured certificate is no readable PEM with an RSA key
 */
export function createCertificates(http: Http, sandboxUrl: string, options: CertificateOptions): Certificates {
  const configured = { sandbox: options.sandboxCertificate, production: options.productionCertificate };
  for (const [environment, pem] of Object.entries(configured)) {
    if (pem !== undefined && !isReadableCertificate(pem)) {
      throw new Error(
        `The ${environment} certificate is not a readable PEM certificate or public key with an RSA key.`,
      );
    }
  }
  let fetched: Fetched | undefined;
  let flight: Promise<Fetched> | undefined;

  async function fetchCertificate(): Promise<Fetched> {
    const request = { method: 'GET', url: `${sandboxUrl}/admin/certificate`, headers: {}, asText: true } as const;
    const answer = await http.send(request, deadlineIn(fetchTimeoutMs));
    const text = answer.kind === 'answered' && answer.statusCode === 200 ? answer.text : undefined;
    fetched = {
      pem: text !== undefined && isReadableCertificate(text) ? text : undefined,
      atMs: performance.now(),
    };
    return fetched;
  }

  return {
    async obtain(environment, deadline) {
      const known = configured[environment];
      if (known !== undefined) return known;
      if (environment === 'production') return bundledCertificates.production;
      if (fetched !== undefined && isCurrent(fetched)) return fetched.pem ?? bundledCertificates.sandbox;
      flight ??= fetchCertificate().finally(() => {
        flight = undefined;
      });
      return (await orLate(flight, deadline, () => ({ pem: undefined, atMs: 0 }))).pem ?? bundledCertificates.sandbox;
    },
  };
}

function isCurrent({ pem, atMs }: Fetched): boolean {
  return performance.now() - atMs < (pem === undefined ? missingLifetimeMs : fetchedLifetimeMs);
}
