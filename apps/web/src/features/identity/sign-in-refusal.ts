/** Why a sign-in went no further. It travels in an address, as next-auth does it: a word, and seconds where there are some. */
export type SignInRefusal = { kind: (typeof words)[number] | 'failed' } | { kind: 'throttled'; seconds: number };

const words = [
  'wrong_password',
  'wrong_code',
  'wrong_passkey',
  'challenge_gone',
  'second_factor_needed',
  'not_invited',
  'address_unverified',
  'disabled',
  'other_subject',
] as const;

export function formatRefusal(refusal: SignInRefusal): string {
  return refusal.kind === 'throttled' ? `throttled:${refusal.seconds}` : refusal.kind;
}

/** The refusal that the address names; `failed` for any other value. */
export function parseRefusal(text: string): SignInRefusal {
  const seconds = /^throttled:(\d{1,5})$/.exec(text)?.[1];
  if (seconds !== undefined) return { kind: 'throttled', seconds: Number(seconds) };
  // next-auth's code for a person whom the provider does not let in.
  if (text === 'AccessDenied') return { kind: 'not_invited' };
  return { kind: words.find((word) => word === text) ?? 'failed' };
}
