import type { ProviderAccount } from '@tillgate/domain';

/** Nairobi is UTC+3 all year, so no time zone database is needed. */
const nairobiOffsetMs = 3 * 3_600_000;

/** `YYYYMMDDHHmmss` in Nairobi time. */
export function nairobiTimestamp(now: Date): string {
  return new Date(now.getTime() + nairobiOffsetMs).toISOString().replace(/\D/g, '').slice(0, 14);
}

/** The three fields that prove an STK request to be the merchant's. Made anew for every request. */
export function promptPassword(
  account: ProviderAccount,
  now: Date,
): { BusinessShortCode: string; Password: string; Timestamp: string } {
  const timestamp = nairobiTimestamp(now);
  return {
    // Text, not a number (the provider takes both): an identifier, whose leading zeros would count.
    BusinessShortCode: account.shortcode,
    Password: Buffer.from(`${account.shortcode}${account.passkey}${timestamp}`).toString('base64'),
    Timestamp: timestamp,
  };
}
