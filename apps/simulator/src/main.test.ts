import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { until } from './test-client.ts';

const mainPath = fileURLToPath(new URL('./main.ts', import.meta.url));

const start = (env: Record<string, string>) => {
  const child = spawn(process.execPath, ['--import', 'tsx', mainPath], {
    cwd: dirname(mainPath),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    output.stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output.stderr += chunk.toString();
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, output, exited };
};

describe('the simulator process', () => {
  it('listens, logs JSON lines, and ends with 0 on SIGTERM', async () => {
    const { child, output, exited } = start({ SIMULATOR_PORT: '0' });
    const url = await until(() => /Server listening at (http:[^"]+)/.exec(output.stdout)?.[1]);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    for (const line of output.stdout.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('msg');
    expect(output.stderr).toBe('');
  });

  it('says in one sentence that its port is taken and ends with 1', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { output, exited } = start({ SIMULATOR_PORT: String(port) });
    expect(await exited).toBe(1);
    expect(output.stderr).toBe(
      `The simulator cannot start: port ${port} on 127.0.0.1 is taken; stop the other process or set SIMULATOR_PORT.\n`,
    );
    server.close();
  });

  it('names every wrong variable and ends with 1', async () => {
    const { output, exited } = start({ SIMULATOR_PORT: 'x', SIMULATOR_DELAY_MS: '-1' });
    expect(await exited).toBe(1);
    expect(output.stderr).toContain('SIMULATOR_PORT');
    expect(output.stderr).toContain('SIMULATOR_DELAY_MS');
  });
});
