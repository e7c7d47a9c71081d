export const country = 'KE';
export const currency = 'KES';

/** The headers that every product wants beside the token. */
export const placeHeaders = (): Record<string, string> => ({
  accept: '*/*',
  'X-Country': country,
  'X-Currency': currency,
});
