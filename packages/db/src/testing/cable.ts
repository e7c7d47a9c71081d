import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The way to a database, which a test can cut. */
export type Cable = {
  /** Of the database, by way of the cable. */
  url: string;
  /** Closes the connections, and refuses new ones. */
  cut(): void;
  /** From now on no byte passes, and no connection is closed, as when a host has vanished. Also holds for new connections. */
  silence(): void;
  /** New connections pass again. Those that were cut or silent stay so. */
  mend(): void;
  close(): void;
};

/** Lays a cable to a database. */
export async function startCable(databaseUrl: string): Promise<Cable> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let state: 'whole' | 'cut' | 'silent' = 'whole';
  const keep = (socket: Socket) => {
    sockets.add(socket);
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy();
      return;
    }
    keep(near);
    if (state === 'silent') return;
    const far = keep(connect(Number(target.port), target.hostname));
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  url.hostname = '127.0.0.1';
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.toString(),
    cut() {
      state = 'cut';
      cutAll();
    },
    silence() {
      state = 'silent';
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend() {
      state = 'whole';
    },
    close() {
      cutAll();
      server.close();
    },
  };
}
