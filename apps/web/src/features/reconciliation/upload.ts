import type { TenantParams } from '@/features/shell/tenant';
import { fetchJson } from '@/trpc/no-answer';
import type { Imported, Preview } from './types.ts';

/** What the server refused, in the shape of an error of a procedure. */
class UploadRefused extends Error {
  readonly data: unknown;
  constructor(data: { detail: string }) {
    super(data.detail);
    this.name = 'UploadRefused';
    this.data = data;
  }
}

type Upload = { tenant: TenantParams; shortcode: string; file: File; despiteName: boolean };

async function send(step: 'preview' | 'import', { tenant, shortcode, file, despiteName }: Upload): Promise<unknown> {
  const query = new URLSearchParams({ step, shortcode, name: file.name, despiteName: String(despiteName) });
  const path = `/api/statements/${tenant.applicationId}/${tenant.environment}?${query}`;
  const { ok, body } = await fetchJson(path, { method: 'POST', body: file }, step === 'import');
  if (ok) return body;
  throw new UploadRefused(body as { detail: string });
}

/** @throws UploadRefused, NoAnswer */
export const previewFile = async (upload: Upload) => (await send('preview', upload)) as Preview;
/** @throws UploadRefused, NoAnswer */
export const importFile = async (upload: Upload) => (await send('import', upload)) as Imported;
