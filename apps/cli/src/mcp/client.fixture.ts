import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import {
  Client,
  type JSONRPCMessage,
  ReadBuffer,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { inject } from 'vitest';
import { run } from '../run.ts';
import type { Terminal } from '../terminal.ts';
import { withEnvironment } from '../testing.ts';

type Json = Record<string, unknown>;
type Called = { isError: boolean; text: string; data: Json };

/** Lines of JSON on two streams, as on stdin and stdout of the program. */
class Streams implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  #lines = new ReadBuffer();

  constructor(
    readonly toServer: Writable,
    readonly fromServer: Readable,
  ) {}

  async start(): Promise<void> {
    this.fromServer.on('data', (chunk: Buffer) => {
      this.#lines.append(chunk);
      for (let message = this.#lines.readMessage(); message; message = this.#lines.readMessage()) {
        this.onmessage?.(message);
      }
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.toServer.write(serializeMessage(message));
  }

  async close(): Promise<void> {
    this.toServer.end();
    this.onclose?.();
  }
}

/** Runs `mcp` in this process. Resolves when it serves or has ended, with what it wrote to stderr. */
async function serveHere(args: string[], env: Record<string, string>) {
  const protocol = { input: new PassThrough(), output: new PassThrough() };
  let log = '';
  let isServing = () => {};
  const serving = new Promise<void>((resolve) => {
    isServing = resolve;
  });
  const terminal: Terminal = {
    out: () => {},
    err: (text) => {
      log += text;
      isServing();
    },
    protocol,
  };
  const ended = withEnvironment(env, async () => {
    const code = run(['mcp', ...args], terminal);
    await Promise.race([serving, code]);
    return { code };
  }).then(({ code }) => code);
  await Promise.race([serving, ended]);
  return { protocol, log: () => log, ended };
}

/** A client of `mcp` in this process, with `env` and PATH as its environment. */
export async function startClient(args: string[], env: Record<string, string>) {
  const { protocol, log, ended } = await serveHere(args, env);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new Streams(protocol.input, protocol.output));
  return {
    client,
    log,
    async tools(): Promise<string[]> {
      return (await client.listTools()).tools.map(({ name }) => name).sort();
    },
    async call(name: string, input: Json = {}): Promise<Called> {
      const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: input });
      const [first] = content as { type: string; text: string }[];
      return { isError: isError === true, text: first?.text ?? '', data: (structuredContent ?? {}) as Json };
    },
    async close() {
      await client.close();
      await ended;
    },
  };
}

/** What `mcp` says when it cannot serve, and its exit code. */
export async function refusalOf(args: string[], env: Record<string, string>) {
  const { protocol, log, ended } = await serveHere(args, env);
  protocol.input.end();
  return { code: await ended, out: String(protocol.output.read() ?? ''), err: log() };
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
