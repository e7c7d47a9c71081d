import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An address of this machine that nothing else listens at. */
const address = '127.53.0.1';
const headerLength = 12;
const typeOfIpv4 = 1;

/** A name server, and the command that makes it the only one of a process. */
export type NameServer = {
  within: readonly string[];
  /** How often each name was asked for. */
  asked: Map<string, number>;
  close(): Promise<void>;
};

/** Knows these IPv4 addresses. Never answers for another name. Undefined where this user may not have one: only root may. */
export async function startNameServer(names: Record<string, string>): Promise<NameServer | undefined> {
  const directory = await mkdtemp(join(tmpdir(), 'tillgate-dns-'));
  const settings = join(directory, 'resolv.conf');
  await writeFile(settings, `nameserver ${address}\n`);
  const within = ['unshare', '--mount', 'sh', '-c', 'mount --bind "$0" /etc/resolv.conf && exec "$@"', settings];
  const socket = createSocket('udp4');
  const close = async () => {
    socket.close();
    await rm(directory, { recursive: true, force: true });
  };
  const asked = new Map<string, number>();
  socket.on('message', (query, { port, address: asker }) => {
    const { name, end, type } = questionOf(query);
    asked.set(name, (asked.get(name) ?? 0) + 1);
    const known = names[name];
    if (known !== undefined)
      socket.send(answerTo(query.subarray(0, end), type === typeOfIpv4 ? known : ''), port, asker);
  });
  socket.bind(53, address);
  const isBound = await once(socket, 'listening').then(
    () => true,
    () => false,
  );
  const [command = '', ...args] = [...within, 'true'];
  if (isBound && spawnSync(command, args).status === 0) return { within, asked, close };
  await close();
  return undefined;
}

function questionOf(query: Buffer): { name: string; end: number; type: number } {
  const labels: string[] = [];
  let at = headerLength;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5, type: query.readUInt16BE(at + 1) };
}

/** @param ipv4 empty when the name has no address of the type that was asked for */
function answerTo(query: Buffer, ipv4: string): Buffer {
  const header = Buffer.from(query.subarray(0, headerLength));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(ipv4 ? 1 : 0, 6);
  header.fill(0, 8);
  const record = [0xc0, headerLength, 0, typeOfIpv4, 0, 1, 0, 0, 0, 0, 0, 4, ...ipv4.split('.').map(Number)];
  return Buffer.concat([header, query.subarray(headerLength), Buffer.from(ipv4 ? record : [])]);
}
