import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

const randomBytes = 16;
const started = 'http.server.request.start';

/** Outlives reloads of this module, and is one for all bundles of this process. */
const shared = globalThis as typeof globalThis & { tillgatePeer?: { header: string; isNoted: boolean } };

function peer() {
  shared.tillgatePeer ??= {
    header: `x-tillgate-peer-${Buffer.from(crypto.getRandomValues(new Uint8Array(randomBytes))).toString('hex')}`,
    isNoted: false,
  };
  return shared.tillgatePeer;
}

/**
 * The header in which a request carries the address of its connection. Next keeps what a sender wrote into X-Forwarded-For and shows
 * pages nothing else, so this one has a name that nobody outside can know: it is new with each start of the process.
 */
export function peerHeader(): string {
  return peer().header;
}

/** From now on, each request to this process has the header. */
export function notePeers(): void {
  if (peer().isNoted) return;
  peer().isNoted = true;
  // Node publishes a request here before any listener gets it.
  channel(started).subscribe((message) => {
    const { headers, socket } = (message as { request: IncomingMessage }).request;
    if (socket.remoteAddress !== undefined) headers[peerHeader()] = socket.remoteAddress;
  });
}
