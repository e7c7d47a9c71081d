import type { Signal } from '../signals/signals.ts';

/** The signal that an export is due. The id has the millisecond, because queues drop ids that they have seen. */
export function dueSignal(exportId: string, at: Date): Signal {
  return { name: 'export.due', id: `export:${exportId}:${at.getTime()}`, data: { exportId } };
}
