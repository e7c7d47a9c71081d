import { type LookupFunction, Socket } from 'node:net';
import { Agent, buildConnector, Client, type Dispatcher, Pool } from 'undici';

/** An idle connection is kept this long unless the server says otherwise, and never longer than the second. */
const keepAliveMs = 4_000;
const keepAliveMsMax = 30_000;
/** Then a connection is renewed, so that a name is resolved and judged again however busy it is. */
const requestsPerConnectionMax = 1_000;
/** One of several addresses is given this long before the next is tried; Node's 250 ms are too few across an ocean. */
const addressTimeoutMs = 1_500;

const clientOptions = {
  keepAliveTimeout: keepAliveMs,
  keepAliveMaxTimeout: keepAliveMsMax,
  maxRequestsPerClient: requestsPerConnectionMax,
  // HTTP/1.1 and one request after the other: so that a connection belongs to one call.
  allowH2: false,
  pipelining: 1,
} satisfies Client.Options;

/** The other end of the connection that one call got. Handed to a request as its `opaque`. */
export class Peer {
  /** IP address; null while there was no connection. */
  address: string | null = null;
}

/** Keeps connections to many hosts, and tells each call's {@link Peer} where its own went. */
export function peerAgent(connectTimeoutMs: number, connect: { lookup?: LookupFunction }): Agent {
  return new Agent({
    factory: (origin) => {
      // One for each origin, because it also keeps TLS sessions.
      const connector = buildConnector({
        ...connect,
        timeout: connectTimeoutMs,
        allowH2: false,
        autoSelectFamily: true,
        autoSelectFamilyAttemptTimeout: addressTimeoutMs,
        // Said here so that NODE_TLS_REJECT_UNAUTHORIZED cannot unsay it.
        rejectUnauthorized: true,
      });
      return new Pool(origin, { factory: (url) => new PeerClient(url, connector) });
    },
  });
}

/** One connection after the other, for one call after the other. */
class PeerClient extends Client {
  #address: string | null = null;
  /** Of the call that came last; a call before it has ended. */
  #peer = new Peer();

  constructor(url: URL, connector: buildConnector.connector) {
    super(url, { ...clientOptions, connect: (target, done) => this.#watch(connector(target, done)) });
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.#peer = 'opaque' in options && options.opaque instanceof Peer ? options.opaque : new Peer();
    this.#peer.address = this.#address;
    return super.dispatch(options, handler);
  }

  /** A new connection replaces the one before it. TCP is enough: a handshake that fails has an address as well. */
  #watch(socket: unknown): void {
    this.#reach(null);
    if (!(socket instanceof Socket)) return;
    socket.once('connect', () => this.#reach(socket.remoteAddress ?? null));
  }

  #reach(address: string | null): void {
    this.#address = address;
    this.#peer.address = address;
  }
}
