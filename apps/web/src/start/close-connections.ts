import { channel } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { connectionCloser } from '@tillgate/process';

const started = 'http.server.request.start';

/**
 * From now on, a signal to end closes connections after their answers. Next only stops listening, and a kept connection
 * whose answer ends meanwhile would hold the process for as long as idle connections are kept.
 */
export function closeConnectionsOnSignal(): void {
  const closers = new Map<Server, () => void>();
  // Next makes its server itself. Node publishes each request here, with its server, before any listener gets it.
  channel(started).subscribe((message) => {
    const { server } = message as { server: Server };
    if (!closers.has(server)) closers.set(server, connectionCloser(server));
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      for (const close of closers.values()) close();
    });
  }
}
