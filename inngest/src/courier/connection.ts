import { type LookupFunction, Socket } from 'node:net';
import { leaveOutInterim } from '@tillgate/process/interim-answers';
import { Agent, buildConnector, Client, type Dispatcher, Pool } from 'undici';

/** How long an idle connection is kept, and the longest time that a server can ask for. */
const keepAliveMs = 4_000;
const keepAliveMsMax = 30_000;
/** A connection is replaced after this many requests, so that even a busy name is resolved and checked again. */
const requestsPerConnectionMax = 1_000;
/** How long one of several addresses is tried before the next. Node's 250 ms are too short across an ocean. */
const addressTimeoutMs = 1_500;

const clientOptions = {
  keepAliveTimeout: keepAliveMs,
  keepAliveMaxTimeout: keepAliveMsMax,
  maxRequestsPerClient: requestsPerConnectionMax,
  // HTTP/1.1 with one request after the other, so that a connection belongs to one call.
  allowH2: false,
  pipelining: 1,
} satisfies Client.Options;

/** How much of an answer is kept to find its status. */
const heardLengthMax = 64;
/** The status of an answer. Its line may have no end yet. */
const finalStatus = /^HTTP\/1\.\d ([2-9]\d\d)[ \r\n]/;

/** The address of a call's connection, and the first bytes of the answer. A request carries it as its `opaque`. */
export class Peer {
  /** IP address. Null while there is no connection. */
  address: string | null = null;
  #heard = '';

  /** Takes bytes of the answer as they arrive. */
  hear(bytes: Uint8Array): void {
    if (this.#heard.length < heardLengthMax) this.#heard += Buffer.from(bytes).toString('latin1', 0, heardLengthMax);
  }

  /** The status in the first line of the answer, whatever follows that line. Null when there is none yet. */
  get statusCode(): number | null {
    const [, status] = finalStatus.exec(this.#heard) ?? [];
    return status === undefined ? null : Number(status);
  }
}

/** Keeps connections to many hosts, and sets the address of each call's {@link Peer}. */
export function peerAgent(connectTimeoutMs: number, connect: { lookup: LookupFunction }): Agent {
  return new Agent({
    factory: (origin) => {
      // One connector for each origin, because a connector also keeps TLS sessions.
      const connector = buildConnector({
        ...connect,
        timeout: connectTimeoutMs,
        allowH2: false,
        autoSelectFamily: true,
        autoSelectFamilyAttemptTimeout: addressTimeoutMs,
        // Set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED=0 changes only the default.
        rejectUnauthorized: true,
      });
      return new Pool(origin, { factory: (url) => new PeerClient(url, connector) });
    },
  });
}

/** Has one connection and one call at a time. */
class PeerClient extends Client {
  #address: string | null = null;
  /** The peer of the latest call. Earlier calls have ended. */
  #peer = new Peer();
  #expectAnswer = () => {};

  constructor(url: URL, connector: buildConnector.connector) {
    super(url, { ...clientOptions, connect: (target, done) => this.#watch(connector(target, done)) });
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.#peer = 'opaque' in options && options.opaque instanceof Peer ? options.opaque : new Peer();
    this.#peer.address = this.#address;
    this.#expectAnswer();
    return super.dispatch(options, handler);
  }

  /** Reads the address when TCP is connected, so that a TLS handshake that fails has an address as well. */
  #watch(socket: unknown): void {
    this.#reach(null);
    if (!(socket instanceof Socket)) return;
    socket.once('connect', () => this.#reach(socket.remoteAddress ?? null));
    // The client reports an answer only after all its headers, and broken ones not at all.
    this.#expectAnswer = leaveOutInterim(socket, (bytes) => this.#peer.hear(bytes));
  }

  #reach(address: string | null): void {
    this.#address = address;
    this.#peer.address = address;
  }
}
