import type { Socket } from 'node:net';

/** The longest interim answer that is waited for, in bytes. A longer one is left to the reader. */
const interimBytesMax = 16_384;
/** Length of the beginning that shows the class of a status: `HTTP/1.1 1`. */
const statusEnd = 10;

/**
 * Leaves interim answers out of what arrives on a connection: 1xx, but not 101, which ends HTTP. Servers may send any
 * number of them before an answer, 100 even when nobody asked for it, and undici ends the connection at a 100 or at
 * bytes that it cannot place. Everything from the first line of the final answer on passes as it came.
 * @param hear gets the same bytes as the reader, before it
 * @returns a function to call before each request: what arrives after it is a new answer
 */
export function leaveOutInterim(socket: Socket, hear: (bytes: Uint8Array) => void = () => {}): () => void {
  let held: Buffer | undefined = Buffer.alloc(0);
  const push = socket.push.bind(socket);
  const passOn = (bytes: Uint8Array, encoding?: BufferEncoding) => {
    hear(bytes);
    return push(bytes, encoding);
  };
  socket.push = (chunk: unknown, encoding) => {
    if (held === undefined) return chunk instanceof Uint8Array ? passOn(chunk, encoding) : push(chunk, encoding);
    if (!(chunk instanceof Uint8Array)) {
      // The connection has ended: the reader judges what there is.
      const rest = held;
      held = undefined;
      if (rest.length > 0) passOn(rest);
      return push(chunk, encoding);
    }
    const rest = withoutInterim(Buffer.concat([held, chunk]));
    const isOpen = isInterimOrLess(rest);
    held = isOpen ? rest : undefined;
    return isOpen || passOn(rest);
  };
  return () => {
    held = Buffer.alloc(0);
  };
}

function withoutInterim(bytes: Buffer): Buffer {
  let rest = bytes;
  for (let end = endOfInterim(rest); end !== undefined; end = endOfInterim(rest)) rest = rest.subarray(end);
  return rest;
}

/** Where an interim answer at the beginning of the bytes ends, if it is whole. */
function endOfInterim(bytes: Buffer): number | undefined {
  const text = bytes.toString('latin1', 0, interimBytesMax);
  const [head] = /^HTTP\/1\.\d 1(?!01)\d\d[^\n]*\n(?:[^\r\n][^\n]*\n)*\r?\n/.exec(text) ?? [];
  return head?.length;
}

/** Whether the bytes do not yet show the beginning of a final answer. */
function isInterimOrLess(bytes: Buffer): boolean {
  if (bytes.length >= interimBytesMax) return false;
  const start = bytes.toString('latin1', 0, statusEnd + 2);
  if (start.length < statusEnd) return /^HTTP\/1\.\d 1/.test(start + 'HTTP/1.1 1'.slice(start.length));
  return /^HTTP\/1\.\d 1/.test(start) && !/^.{9}101/.test(start);
}
