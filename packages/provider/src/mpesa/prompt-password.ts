import type { ProviderAccount } from '@tillgate/domain';

/** Nairobi is UTC+3 all year. */
const nairobiOffsetMs = 3 * 3_600_000;

/** `YYYYMMDDHHmmss` in Nairobi time. */
export function nairobiTimestamp(now: Date): string {
  return new Date(now.getTime() + nairobiOffsetMs).toISOString().replace(/\D/g, '').slice(0, 14);
}

/** The three fields that authenticate an STK request. They are made again for every request. */
export function promptPassword(
  account: ProviderAccount,
  now: Date,
): { BusinessShortCode: string; Password: string; Timestamp: string } {
  const timestamp = nairobiTimestamp(now);
  return {
    // Sent as text, because a shortcode is an identifier. The provider accepts text and numbers.
    BusinessShortCode: account.shortcode,
    Password: Buffer.from(`${account.shortcode}${account.passkey}${timestamp}`).toString('base64'),
    Timestamp: timestamp,
  };
}
