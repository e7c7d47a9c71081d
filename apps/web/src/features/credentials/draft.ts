import type { CredentialsStatus } from './types.ts';

/** The typed values. The server keeps the value of an empty field. */
export type CredentialsDraft = {
  product: 'paybill' | 'till';
  shortcode: string;
  tillNumber: string;
  consumerKey: string;
  consumerSecret: string;
  passkey: string;
  initiatorName: string;
  initiatorPassword: string;
};

export function draftOf(status: CredentialsStatus): CredentialsDraft {
  const stored = status.configured ? status : undefined;
  return {
    product: stored?.product ?? 'paybill',
    shortcode: stored?.shortcode ?? '',
    tillNumber: stored?.tillNumber ?? '',
    consumerKey: '',
    consumerSecret: '',
    passkey: '',
    initiatorName: stored?.initiatorName ?? '',
    initiatorPassword: '',
  };
}

/** The fields to send: those that were typed and differ from what is stored. The till number is only sent for tills. */
export function changesOf(draft: CredentialsDraft, status: CredentialsStatus): Partial<CredentialsDraft> {
  const before = draftOf(status);
  const relevant = draft.product === 'till' ? draft : { ...draft, tillNumber: '' };
  const entries = Object.entries(relevant).flatMap(([name, value]) => {
    const text = value.trim();
    const isSame = status.configured && text === before[name as keyof CredentialsDraft];
    return text === '' || isSame ? [] : [[name, text]];
  });
  return Object.fromEntries(entries);
}
