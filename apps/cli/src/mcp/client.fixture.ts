import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { inject } from 'vitest';

type Json = Record<string, unknown>;
type Called = { isError: boolean; text: string; data: Json };

/** A client of the real program, as an editor starts it. Its environment is `env` and PATH only. */
export async function startClient(args: string[], env: Record<string, string>) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--enable-source-maps', inject('cliProgram'), 'mcp', ...args],
    env: { PATH: process.env.PATH ?? '', ...env },
    stderr: 'pipe',
  });
  let log = '';
  transport.stderr?.on('data', (chunk) => {
    log += chunk;
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  return {
    client,
    log: () => log,
    async tools(): Promise<string[]> {
      return (await client.listTools()).tools.map(({ name }) => name).sort();
    },
    async call(name: string, input: Json = {}): Promise<Called> {
      const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: input });
      const [first] = content as { type: string; text: string }[];
      return { isError: isError === true, text: first?.text ?? '', data: (structuredContent ?? {}) as Json };
    },
    close: () => client.close(),
  };
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

/** The real program, spoken to in lines. Resolves when it has answered the first one. */
export async function startRaw(args: string[], env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [inject('cliProgram'), 'mcp', ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: 'pipe',
  });
  let [out, err] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk) => {
    err += chunk;
  });
  const exit = once(child, 'close').then(([code]) => code as number | null);
  child.stdin?.write(`${JSON.stringify(initialize)}\n`);
  if (child.stdout) await Promise.race([once(child.stdout, 'data'), exit]);
  return { child, exit, out: () => out, err: () => err };
}
