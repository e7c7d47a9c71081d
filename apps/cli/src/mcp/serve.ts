import type { Readable, Writable } from 'node:stream';
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { TenantContext } from '@tillgate/domain';
import type { WithPayPages } from '@tillgate/domain/links';
import manifest from '../../package.json' with { type: 'json' };
import { explainError } from './explain-error.ts';
import { findLink } from './find-link.ts';
import { findPayment } from './find-payment.ts';
import { Gate } from './gate.ts';
import { getPayment } from './get-payment.ts';
import { listFailing } from './list-failing.ts';
import type { SandboxPrompts } from './sandbox-prompts.ts';
import { sendPrompt } from './send-prompt.ts';
import { traceOf } from './sentence.ts';
import { addTool } from './tool.ts';

/** Largest message of a client, in bytes. */
const messageBytesMax = 1024 * 1024;

type Log = (text: string) => void;

/**
 * Tells when its connection has ended: the client closed stdin and has its answers, stdout broke, or a message was too
 * long.
 */
class EndingTransport extends StdioServerTransport {
  readonly ended: Promise<void>;
  #end: () => void = () => {};

  readonly #gate: Gate;
  readonly #input: Readable;

  constructor({ input, output }: { input: Readable; output: Writable }) {
    const gate = new Gate(output, messageBytesMax);
    super(gate, output, { maxBufferSize: messageBytesMax });
    this.#gate = gate;
    this.#input = input;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    input.on('error', (error) => gate.destroy(error));
    input.on('close', () => gate.end());
    input.pipe(gate);
  }

  override async send(message: Parameters<StdioServerTransport['send']>[0]): Promise<void> {
    await super.send(message);
    if ('id' in message && !('method' in message)) this.#gate.answered(message.id);
  }

  override async close(): Promise<void> {
    this.#input.unpipe(this.#gate);
    this.#input.pause();
    await super.close();
    this.#end();
  }
}

type Serving = {
  prompts: SandboxPrompts | undefined;
  signal: AbortSignal;
  log: Log;
  protocol?: { input: Readable; output: Writable } | undefined;
};

/** Serves one client until it leaves or `signal` aborts. Open requests are aborted then. */
export async function serveMcp(
  ctx: TenantContext & WithPayPages,
  { prompts, signal, log, protocol = { input: process.stdin, output: process.stdout } }: Serving,
): Promise<void> {
  const transport = new EndingTransport(protocol);
  const onerror = (error: Error) => log(`connection: ${traceOf(error)}\n`);
  const handle = serveStdio(() => createServer(ctx, prompts, log), { transport, onerror });
  const { applicationId, environment } = ctx.tenant;
  const extent = prompts ? 'reading, and sandbox prompts' : 'reading alone';
  log(`Serving application ${applicationId} (${environment}) over MCP: ${extent}.\n`);
  const close = () => void handle.close();
  if (signal.aborted) close();
  signal.addEventListener('abort', close);
  await transport.ended;
  await handle.close();
}

function createServer(ctx: TenantContext & WithPayPages, prompts: SandboxPrompts | undefined, log: Log): McpServer {
  const { environment } = ctx.tenant;
  const instructions = [
    `Tillgate is a mobile-money gateway. This server reads one merchant application in its ${environment} environment.`,
    'Amounts are whole KES, times are in UTC. A pending payment is not a failure: read it again before you charge again.',
    prompts ? 'send_sandbox_prompt moves no real money.' : 'Nothing here changes anything.',
  ].join(' ');
  const server = new McpServer(
    { name: 'tillgate', title: 'Tillgate', version: manifest.version },
    { capabilities: { tools: {} }, instructions },
  );
  addTool(server, findPayment(ctx), log);
  addTool(server, getPayment(ctx), log);
  addTool(server, findLink(ctx), log);
  addTool(server, explainError(), log);
  addTool(server, listFailing(ctx), log);
  if (prompts) addTool(server, sendPrompt(ctx, prompts), log);
  return server;
}
