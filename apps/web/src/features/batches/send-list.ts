import type { NewBatchInput } from '@tillgate/domain/batches';
import type { TenantParams } from '@/features/shell/tenant';
import { fetchJson } from '@/trpc/no-answer';
import type { Made } from './types.ts';

/** What the server refused, in the shape of an error of a procedure. */
class UploadRefused extends Error {
  readonly data: unknown;
  constructor(data: { detail: string }) {
    super(data.detail);
    this.name = 'UploadRefused';
    this.data = data;
  }
}

/** What a form says about a list. */
export type ListFacts = NewBatchInput;

/**
 * Makes a batch from a file or from pasted lines.
 * @throws UploadRefused, NoAnswer
 */
export async function sendList(tenant: TenantParams, source: Blob | string, facts: ListFacts): Promise<Made> {
  const query = new URLSearchParams({ list: JSON.stringify(facts) });
  const path = `/api/payout-lists/${tenant.applicationId}/${tenant.environment}?${query}`;
  const { ok, body } = await fetchJson(path, { method: 'POST', body: source }, true);
  if (ok) return body as Made;
  throw new UploadRefused(body as { detail: string });
}
