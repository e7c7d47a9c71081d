import { readFile } from 'node:fs/promises';
import type { CertificateOptions } from './certificates.ts';

/**
 * Reads the provider's certificates from the configured files.
 *
 * @throws Error that names the variable when a file cannot be read
 */
export async function readCertificates(paths: {
  PROVIDER_SANDBOX_CERTIFICATE?: string | undefined;
  PROVIDER_PRODUCTION_CERTIFICATE?: string | undefined;
}): Promise<CertificateOptions> {
  const read = async (variable: keyof typeof paths): Promise<string | undefined> => {
    const path = paths[variable];
    if (path === undefined) return undefined;
    return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new Error(`${variable}: ${path} cannot be read (${error.code ?? error.message}).`);
    });
  };
  const [sandboxCertificate, productionCertificate] = await Promise.all([
    read('PROVIDER_SANDBOX_CERTIFICATE'),
    read('PROVIDER_PRODUCTION_CERTIFICATE'),
  ]);
  return { ...(sandboxCertificate && { sandboxCertificate }), ...(productionCertificate && { productionCertificate }) };
}
