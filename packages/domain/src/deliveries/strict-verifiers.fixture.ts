import { createHmac } from 'node:crypto';

/** Whether a delivery passes: the header `x-webhook-signature`, the raw body, and the one secret that the merchant set. */
type Verifier = (header: string, rawBody: string, secret: string) => boolean;

const isRight = (t: string, v1: string, rawBody: string, secret: string) =>
  createHmac('sha256', secret).update(`${t}.${rawBody}`).digest('hex') === v1;

/**
 * How SDKs of this contract in four languages read the header `t=<unix>,v1=<hex>`. Each knows one secret and one `v1`, as
 * the contract writes it.
 */
export const strictVerifiers: Record<string, Verifier> = {
  'one expression for the whole header': (header, rawBody, secret) => {
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
    return t !== undefined && v1 !== undefined && isRight(t, v1, rawBody, secret);
  },
  'two parts and no more': (header, rawBody, secret) => {
    const parts = header.split(',');
    const [t = '', v1 = ''] = parts.map((part) => part.split('=')[1] ?? '');
    return parts.length === 2 && isRight(t, v1, rawBody, secret);
  },
  'everything after the first v1=': (header, rawBody, secret) => {
    const [head = '', v1 = ''] = header.split(/,v1=(.*)/s);
    return isRight(head.slice('t='.length), v1, rawBody, secret);
  },
  'a map, in which the last one wins': (header, rawBody, secret) => {
    const fields = new Map(header.split(',').map((part) => part.split('=') as [string, string]));
    return isRight(fields.get('t') ?? '', fields.get('v1') ?? '', rawBody, secret);
  },
};
