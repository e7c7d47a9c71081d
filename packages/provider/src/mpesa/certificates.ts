import { type Deadline, deadlineIn, orLate } from '../kit/deadline.ts';
import type { Http } from '../kit/http.ts';
import { bundledCertificates } from './bundled-certificates.ts';
import { isReadableCertificate } from './security-credential.ts';

const fetchTimeoutMs = 2_000;
/** How long a certificate from the simulator is used. */
const fetchedLifetimeMs = 3_600_000;
/** How long the sandbox is not asked again after it gave no certificate. The simulator may still be starting. */
const missingLifetimeMs = 10_000;
/** Where the simulator runs. Any other host is somebody else's. */
const loopbackHost = /^(localhost|127(\.\d+){3}|\[::1\])$/;

export type CertificateOptions = {
  /** PEM of a certificate or public key that encrypts the SecurityCredential. */
  sandboxCertificate?: string | undefined;
  productionCertificate?: string | undefined;
};

/** The certificates of both environments. `obtain` never throws. */
export type Certificates = {
  obtain(environment: 'sandbox' | 'production', deadline: Deadline): Promise<string>;
};

type Fetched = { pem: string | undefined; atMs: number };

/**
 * Returns the configured certificates, or else the provider's published ones. Without a configured one, a sandbox on
 * this machine is first asked for its own, because the simulator has its own key pair. A foreign host is never asked.
 *
 * @throws Error when a configured certificate is not a readable PEM with an RSA key
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
  const mayBeSimulator = loopbackHost.test(new URL(sandboxUrl).hostname);
  let fetched: Fetched | undefined;
  let flight: Promise<Fetched> | undefined;

  async function fetchCertificate(): Promise<Fetched> {
    const request = { method: 'GET', url: `${sandboxUrl}/admin/certificate`, headers: {} } as const;
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
      if (!mayBeSimulator) return bundledCertificates.sandbox;
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
