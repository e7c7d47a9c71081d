import { type Checked, isCallbackUrl, msisdnPattern, shortcodePattern, textOf } from '../field-checks.ts';

const eatOffsetMs = 3 * 60 * 60 * 1000;
const momentPattern = /^(\d{4}-\d{2}-\d{2}) (\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const offsetPattern = /^\d{1,9}$/;

type PullRegistration = { shortcode: string };

/** A question about the payments of a shortcode. Times in epoch milliseconds, both included. */
export type PullQuery = { shortcode: string; fromMs: number; toMs: number; offset: number };

/** Checks a registration for pulled payments. */
export const checkPullRegistration = (body: Record<string, unknown>): Checked<PullRegistration> => {
  const text = (name: string): string => textOf(body[name]);
  if (!shortcodePattern.test(text('ShortCode'))) return { invalid: 'ShortCode' };
  if (text('RequestType') !== 'Pull') return { invalid: 'RequestType' };
  if (!msisdnPattern.test(text('NominatedNumber'))) return { invalid: 'NominatedNumber' };
  if (!isCallbackUrl(text('CallBackURL'))) return { invalid: 'CallBackURL' };
  return { fields: { shortcode: text('ShortCode') } };
};

/** Reads `YYYY-MM-DD HH:mm:ss` in Nairobi time. Undefined for anything else. */
const readMoment = (text: string): number | undefined => {
  const [, day = '', hour = '', minute = '', second = '00'] = momentPattern.exec(text) ?? [];
  const atMs = Date.parse(`${day}T${hour.padStart(2, '0')}:${minute}:${second}Z`);
  return Number.isNaN(atMs) ? undefined : atMs - eatOffsetMs;
};

/** Checks a question for payments. The offset counts rows. */
export const checkPullQuery = (body: Record<string, unknown>): Checked<PullQuery> => {
  const text = (name: string): string => textOf(body[name]);
  const fromMs = readMoment(text('StartDate'));
  const toMs = readMoment(text('EndDate'));
  if (!shortcodePattern.test(text('ShortCode'))) return { invalid: 'ShortCode' };
  if (fromMs === undefined) return { invalid: 'StartDate' };
  if (toMs === undefined || toMs < fromMs) return { invalid: 'EndDate' };
  if (!offsetPattern.test(text('OffSetValue'))) return { invalid: 'OffSetValue' };
  return { fields: { shortcode: text('ShortCode'), fromMs, toMs, offset: Number(text('OffSetValue')) } };
};
