import type { Context, WithDashboardUrl } from '@tillgate/domain';
import { workExport } from '@tillgate/domain/exports';
import type { Inngest } from 'inngest';
import { on } from '../on.ts';

/** Parts that one step makes. The export's row remembers each part, so a step that is repeated makes none twice. */
const partsPerStep = 25;
/** A run makes no more steps than this. A sweep starts another run for the rest. */
const stepsMax = 200;
/** Exports that are made at once. Payments need the database too. */
const concurrentExportsMax = 2;

/** On `export.due`, makes the parts of a file until it is ready. */
export function makeExportFunction(inngest: Inngest, ctx: Context & Partial<WithDashboardUrl>) {
  return inngest.createFunction(
    {
      id: 'make-export',
      triggers: [on('export.due')],
      concurrency: { limit: concurrentExportsMax },
    },
    async ({ event, step }) => {
      const { exportId } = event.data;
      for (let number = 1; number <= stepsMax; number += 1) {
        if (await step.run(`parts-${number}`, () => makeParts(ctx, exportId))) return;
      }
    },
  );
}

/** @returns whether nothing is left to do for this run */
async function makeParts(ctx: Context & Partial<WithDashboardUrl>, exportId: string): Promise<boolean> {
  for (let part = 1; part <= partsPerStep; part += 1) {
    const progress = await workExport(ctx, { exportId });
    if (progress.ended || progress.held) return true;
  }
  return false;
}
