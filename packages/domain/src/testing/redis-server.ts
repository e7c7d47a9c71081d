import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';

/** Whether no Redis can be started here. Tests that need one are skipped then. */
export const lacksRedis = () => spawnSync('redis-server', ['--version']).status !== 0;

export type RedisServer = {
  port: number;
  /** Without a password. */
  url: string;
  /** It answers nothing until it goes on, and its connections stay open. */
  hang(): void;
  goOn(): void;
  kill(): Promise<void>;
};

/**
 * Starts a Redis that keeps nothing.
 * @param options of the command line, such as `--requirepass`
 * @param given the port of an earlier one
 */
export async function startRedis(options: string[] = [], given?: number): Promise<RedisServer> {
  const port = given ?? (await freePort());
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir(), ...options];
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => text.toString().includes('eady to accept') && resolve());
    child.once('exit', () => reject(new Error('redis-server ended.')));
  });
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    hang: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
