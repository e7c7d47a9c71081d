import { Transform, type TransformCallback, type Writable } from 'node:stream';

const codes = { parse: -32_700, invalid: -32_600 } as const;
const newline = 0x0a;

type Message = { jsonrpc?: unknown; id?: unknown; method?: unknown; params?: { requestId?: unknown } };

/**
 * Sits between a client and the transport. It answers lines that are not JSON-RPC messages, which the transport would
 * drop while the client waits. It passes on the end of input after every request has its answer, because the transport
 * would abort open requests.
 */
export class Gate extends Transform {
  readonly #output: Writable;
  readonly #bytesMax: number;
  readonly #open = new Set<unknown>();
  #rest = Buffer.alloc(0);
  #finish: (() => void) | undefined;

  constructor(output: Writable, bytesMax: number) {
    super();
    this.#output = output;
    this.#bytesMax = bytesMax;
  }

  /** Tells that a request has its answer. */
  answered(id: unknown): void {
    this.#open.delete(id);
    this.#endIfDone();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let bytes = Buffer.concat([this.#rest, chunk]);
    for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline)) {
      this.#take(bytes.subarray(0, at));
      bytes = bytes.subarray(at + 1);
    }
    this.#rest = bytes;
    // The transport reports that it is too long, and ends the connection.
    if (bytes.length > this.#bytesMax) this.push(bytes);
    done();
  }

  override _flush(done: TransformCallback): void {
    if (this.#rest.length > 0) this.#take(this.#rest);
    this.#finish = () => done();
    this.#endIfDone();
  }

  #endIfDone(): void {
    if (this.#open.size === 0) this.#finish?.();
  }

  #take(line: Buffer): void {
    const text = line.toString('utf8').trim();
    if (text === '') return;
    const message = parsed(text);
    if (message === undefined) this.#refuse(null, codes.parse, 'Parse error: this line is not JSON.');
    else if (isMessage(message)) this.#pass(line, message);
    else {
      const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : null;
      this.#refuse(id, codes.invalid, 'Invalid request: this is not a JSON-RPC 2.0 message.');
    }
  }

  #pass(line: Buffer, { method, id, params }: Message): void {
    if (method !== undefined && id !== undefined) this.#open.add(id);
    if (method === 'notifications/cancelled') this.#open.delete(params?.requestId);
    this.push(Buffer.concat([line, Buffer.of(newline)]));
  }

  #refuse(id: unknown, code: number, message: string): void {
    this.#output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
  }
}

/** The JSON value of a text; undefined when it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { jsonrpc, method } = value as Message;
  return jsonrpc === '2.0' && (typeof method === 'string' || 'result' in value || 'error' in value);
}
