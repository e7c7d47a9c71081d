import type { Place } from '../ports/ports.ts';

/** A column whose texts are sealed. */
export type SealedColumn = {
  table: string;
  column: string;
  /**
   * What a text of the column is bound to: columns of its row with their SQL types, the first of
   * which may be shown.
   */
  boundTo: Readonly<Record<string, string>>;
  /** `vault`: the dashboard encrypts it under VAULT_KEYS. `box`: a box for SEAL_PUBLIC_KEY. */
  by: 'box' | 'vault';
  /**
   * The column keeps texts that stood in this column of the same row before, as a list of
   * `{sealed, expiresAt}`.
   */
  listOf?: string;
};

const credentials = { table: 'provider_credentials', by: 'box' } as const;
const ofTenant = { application_id: 'uuid', environment: '"Environment"' } as const;
const endpoints = { table: 'webhook_endpoints', by: 'box' } as const;
const ofOwnRow = { id: 'uuid', ...ofTenant } as const;

/** Every sealed column of the schema: a test compares it. `keys rotate-seal` seals all of them again. */
export const sealedColumns: readonly SealedColumn[] = [
  { ...credentials, column: 'sealed_consumer_key', boundTo: ofTenant },
  { ...credentials, column: 'sealed_consumer_secret', boundTo: ofTenant },
  { ...credentials, column: 'sealed_passkey', boundTo: ofTenant },
  { ...credentials, column: 'sealed_initiator_password', boundTo: ofTenant },
  { table: 'rail_secrets', column: 'sealed_value', boundTo: { account_id: 'uuid', name: 'text' }, by: 'box' },
  { ...endpoints, column: 'sealed_secret', boundTo: ofOwnRow },
  { ...endpoints, column: 'retired_secrets', boundTo: ofOwnRow, listOf: 'sealed_secret' },
  { table: 'provider_tokens', column: 'sealed_token', boundTo: { id: 'text' }, by: 'box' },
  { table: 'buckets', column: 'sealed_secret_key', boundTo: ofOwnRow, by: 'box' },
  { table: 'mails', column: 'sealed_text', boundTo: { id: 'uuid', to: 'text' }, by: 'box' },
  { table: 'second_factors', column: 'secret', boundTo: { user_id: 'uuid' }, by: 'vault' },
];

const credentialColumns = {
  consumerKey: 'sealed_consumer_key',
  consumerSecret: 'sealed_consumer_secret',
  passkey: 'sealed_passkey',
  initiatorPassword: 'sealed_initiator_password',
} as const;

type Owner = { applicationId: string; environment: string };

/** Ids may come from people in capitals. Postgres shows them in small letters. */
const small = (id: string) => id.toLowerCase();

/** A secret of an application's provider credentials. */
export function credentialPlace(name: keyof typeof credentialColumns, { applicationId, environment }: Owner): Place {
  return { table: 'provider_credentials', column: credentialColumns[name], row: [small(applicationId), environment] };
}

/** A secret of an account at a network, except for those of M-PESA. */
export function railSecretPlace({ accountId, name }: { accountId: string; name: string }): Place {
  return { table: 'rail_secrets', column: 'sealed_value', row: [small(accountId), name] };
}

/** The signing secret of a webhook endpoint. A secret that was replaced keeps its place. */
export function signingSecretPlace({ endpointId, applicationId, environment }: Owner & { endpointId: string }): Place {
  return {
    table: 'webhook_endpoints',
    column: 'sealed_secret',
    row: [small(endpointId), small(applicationId), environment],
  };
}

/** The secret access key of a bucket. */
export function bucketKeyPlace({ bucketId, applicationId, environment }: Owner & { bucketId: string }): Place {
  return {
    table: 'buckets',
    column: 'sealed_secret_key',
    row: [small(bucketId), small(applicationId), environment],
  };
}

/** A cached access token of the provider. */
export function accessTokenPlace(id: string): Place {
  return { table: 'provider_tokens', column: 'sealed_token', row: [id] };
}

/** The text of an email to one address. */
export function mailTextPlace({ id, to }: { id: string; to: string }): Place {
  return { table: 'mails', column: 'sealed_text', row: [small(id), to] };
}

/** The secret of a person's authenticator app. */
export function authenticatorPlace(userId: string): Place {
  return { table: 'second_factors', column: 'secret', row: [small(userId)] };
}
