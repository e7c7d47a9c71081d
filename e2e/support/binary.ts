import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const startMs = 60_000;
const lookMs = 100;
const host = '127.0.0.1';

/** The Inngest server's program: `INNGEST_BIN`, or `inngest` on the PATH. */
export function findInngest(): string | undefined {
  return process.env.INNGEST_BIN ?? onPath('inngest');
}

/** Where a program is, or undefined. */
export function onPath(name: string): string | undefined {
  const places = (process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, name));
  return places.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** A server that is not ours. */
export type Binary = {
  pid: number;
  /** Asks until the program does as wanted. */
  until(works: () => Promise<boolean>): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a program in a directory of its own. It tells its makers nothing about this machine. */
export function startBinary(file: string, cwd: string, args: string[]): Binary {
  const env = { PATH: process.env.PATH ?? '', HOME: cwd, TZ: 'UTC', DO_NOT_TRACK: '1' };
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (lines.push(text) > 50) lines.shift();
    });
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid ?? 0,
    async until(works) {
      const deadline = Date.now() + startMs;
      while (!(await works().catch(() => false))) {
        if (hasEnded() || Date.now() > deadline) throw new Error(`${file} does not work:\n${lines.join('')}`);
        await pause(lookMs);
      }
    },
    async stop() {
      if (hasEnded()) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Ports that were free a moment ago. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, host));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
