import { Socket } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { leaveOutInterim } from './interim-answers.ts';

/** What a reader and a listener get of an answer that arrives in these parts, and of the next one. */
function passed(parts: readonly string[], nextParts: readonly string[] = []): string[] {
  const socket = new Socket();
  let heard = '';
  const expectAnswer = leaveOutInterim(socket, (bytes) => {
    heard += Buffer.from(bytes).toString('latin1');
  });
  for (const part of parts) socket.push(Buffer.from(part, 'latin1'));
  const first = heard;
  expectAnswer();
  heard = '';
  for (const part of nextParts) socket.push(Buffer.from(part, 'latin1'));
  const next = heard;
  heard = '';
  socket.push(null);
  const read = String(socket.read() ?? '');
  expect(read).toBe(first + next + heard);
  socket.destroy();
  return [first, next, heard];
}

const final = 'HTTP/1.1 200 OK\r\nX: HTTP/1.1 100\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n';
const interim = [
  ...['HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.0 100\r\n\r\n', 'HTTP/1.1 102 Processing\r\nA: b\r\n\r\n'],
  ...['HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nLink: </b>\r\n\r\n', 'HTTP/1.1 100 Continue\nX: y\n\n'],
];

it('leaves out any interim answers before an answer, wherever packets end, and nothing after it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...interim), { maxLength: 4 }), fc.array(fc.nat(400)), (before, cuts) => {
      const bytes = before.join('') + final;
      const ends = [...cuts.filter((cut) => cut < bytes.length), bytes.length].sort((a, b) => a - b);
      const parts = ends.map((end, index) => bytes.slice(ends[index - 1] ?? 0, end));
      expect(passed(parts, parts)).toEqual([final, final, '']);
    }),
  );
});

it.each([
  ...[
    '',
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
    'HTTP/2 100\r\n\r\n',
    ' HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 20',
  ],
  ...['SSH-2.0-OpenSSH', 'HTTP/1.1 404 Not Found\r\n\r\n', `HTTP/1.1 100 ${'a'.repeat(20_000)}`],
])('passes at once what is no interim answer: %j', (bytes) => {
  expect(passed([bytes])).toEqual([bytes, '', '']);
});

it.each(['H', 'HTTP/1.1 ', 'HTTP/1.1 1', 'HTTP/1.1 100 Continue\r\nX: y'])(
  'passes at the end what was cut: %j',
  (bytes) => {
    expect(passed([bytes])).toEqual(['', '', '']);
    expect(passed([], [bytes])).toEqual(['', '', bytes]);
  },
);
