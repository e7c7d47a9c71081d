import { once } from 'node:events';
import { connect } from 'node:tls';
import { probeTimeoutMs } from './probe.ts';

const dayMs = 86_400_000;
/** When a renewal is late. A certificate of a few days is renewed in its last quarter. */
const leftMsMin = 14 * dayMs;
const leftShareMin = 0.25;

type Validity = { from: Date; to: Date };

/** What is wrong with a certificate that is still accepted; undefined when nothing is. */
export function certificateProblem({ from, to }: Validity, now: Date): string | undefined {
  const leftMs = to.getTime() - now.getTime();
  const wantedMs = Math.min(leftMsMin, (to.getTime() - from.getTime()) * leftShareMin);
  if (leftMs >= wantedMs) return undefined;
  return `The certificate ends at ${to.toISOString()}, in ${Math.floor(leftMs / dayMs)} days: renew it.`;
}

/** Reads the certificate of a server. @throws the reason why TLS does not accept it, or why nothing answers */
export async function readCertificate({ hostname, port }: Pick<URL, 'hostname' | 'port'>): Promise<Validity> {
  // Of an IPv6 address without its brackets.
  const host = hostname.replace(/^\[|\]$/g, '');
  const name = /[:]|^[\d.]+$/.test(host) ? {} : { servername: host };
  // Whatever NODE_TLS_REJECT_UNAUTHORIZED says: the provider verifies.
  const socket = connect({ host, port: Number(port || 443), ...name, rejectUnauthorized: true });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(probeTimeoutMs) });
    const { valid_from, valid_to } = socket.getPeerCertificate();
    return { from: new Date(valid_from), to: new Date(valid_to) };
  } finally {
    socket.destroy();
  }
}
