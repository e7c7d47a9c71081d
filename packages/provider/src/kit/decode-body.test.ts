import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { decodeBody } from './decode-body.ts';

const plain = Buffer.from(JSON.stringify({ ResponseCode: '0', CheckoutRequestID: 'ws_CO_1' }));
const bytesMax = 1_000;

it.each<[string, Uint8Array, string | undefined]>([
  ['nothing', plain, undefined],
  ['identity', plain, 'identity'],
  ['gzip', gzipSync(plain), 'gzip'],
  ['the old name of gzip', gzipSync(plain), 'X-GZIP'],
  ['gzip that no header names', gzipSync(plain), undefined],
  ['gzip under another name', gzipSync(plain), 'br'],
  ['gzip that a proxy has undone', plain, 'gzip'],
  ['deflate', deflateSync(plain), 'deflate'],
  ['deflate that no header names', deflateSync(plain), undefined],
  ['bare deflate', deflateRawSync(plain), 'deflate'],
  ['deflate that a proxy has undone', plain, 'deflate'],
  ['Brotli', brotliCompressSync(plain), 'br'],
  ['Brotli that a proxy has undone', plain, 'br'],
  ['gzip around Brotli', gzipSync(brotliCompressSync(plain)), 'br, gzip'],
  ['gzip around gzip', gzipSync(gzipSync(plain)), 'gzip'],
  ['gzip without its end', gzipSync(plain).subarray(0, -8), 'gzip'],
  [
    'gzip of a server that ends each part',
    Buffer.concat([gzipSync(plain.subarray(0, 9)), gzipSync(plain.subarray(9))]),
    'gzip',
  ],
])('%s is read', (_what, body, coding) => {
  expect(Buffer.from(decodeBody(body, { ...(coding !== undefined && { coding }), bytesMax })).toString()).toBe(
    plain.toString(),
  );
});

it.each<[string, Uint8Array, string]>([
  ['a body that would be too large', gzipSync(Buffer.alloc(bytesMax + 1)), 'gzip'],
  ['no gzip behind the mark of gzip', Buffer.from([0x1f, 0x8b, 9, 9, 9, 9, 9, 9, 9, 9, 9]), 'gzip'],
  ['a coding that nobody knows', plain, 'snappy'],
  ['text that begins like deflate', Buffer.from('x^2 is not compressed'), ''],
  ['nothing at all', Buffer.alloc(0), 'br'],
])('%s stays as it is', (_what, body, coding) => {
  expect(decodeBody(body, { coding, bytesMax })).toEqual(body);
});
