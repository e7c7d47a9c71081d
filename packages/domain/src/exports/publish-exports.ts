import type { Signal } from '../signals/signals.ts';

/** Tells the worker of an export. The id names the millisecond, because queues drop ids that they have seen. */
export function dueSignal(exportId: string, at: Date): Signal {
  return { name: 'export.due', id: `export:${exportId}:${at.getTime()}`, data: { exportId } };
}
