/** Why a sign-in went no further. It travels in an address, as next-auth does it: a word, and seconds where there are some. */
export type SignInRefusal =
  | { kind: (typeof words)[number] | 'failed' }
  | { kind: (typeof timed)[number]; seconds: number };

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
const timed = ['throttled', 'clocks'] as const;

export function formatRefusal(refusal: SignInRefusal): string {
  return 'seconds' in refusal ? `${refusal.kind}:${refusal.seconds}` : refusal.kind;
}

/** The refusal that the address names; `failed` for any other value. */
export function parseRefusal(text: string): SignInRefusal {
  const [word, seconds, ...more] = text.split(':');
  const kind = timed.find((each) => each === word);
  if (kind && more.length === 0 && /^\d{1,9}$/.test(seconds ?? '')) return { kind, seconds: Number(seconds) };
  // next-auth's code for a person whom the provider does not let in.
  if (text === 'AccessDenied') return { kind: 'not_invited' };
  return { kind: words.find((word) => word === text) ?? 'failed' };
}
