import { enableEndpoint } from '@tillgate/domain/endpoints';
import { recoveryDaysMax } from '@tillgate/domain/recoveries';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { endpointOption } from './options.ts';

type Options = { endpoint: string };

export function endpointEnable(answer: (answer: Answer) => void): Command {
  return new Command('enable')
    .description('send new events to a disabled endpoint again; cancelled deliveries need a recovery')
    .addOption(endpointOption())
    .action(async ({ endpoint }: Options) => {
      const json = await withOperator((ctx) => enableEndpoint(ctx, { endpointId: endpoint }));
      answer({ json, text: enabledText(json) });
    });
}

/** Cancelled deliveries may have waited this long before. */
const waitDaysMax = 7;
const dayMs = 24 * 3_600_000;

function enabledText({ endpointId, disabledAt, cancelledDeliveries }: Awaited<ReturnType<typeof enableEndpoint>>) {
  const lines = [`Endpoint ${endpointId} was enabled.`];
  if (disabledAt) {
    lines.push(
      `Deliveries cancelled since it was disabled: ${cancelledDeliveries}. To send them and the events missed since then:`,
      `  tillgate endpoint recover --endpoint ${endpointId} --since ${sinceText(disabledAt, waitDaysMax)}`,
      `  tillgate endpoint replay --endpoint ${endpointId} --since ${sinceText(disabledAt, 0)}`,
    );
  }
  return lines.join('\n');
}

function sinceText(disabledAt: Date, daysBefore: number): string {
  const since = disabledAt.getTime() - daysBefore * dayMs;
  return Date.now() - since > recoveryDaysMax * dayMs ? `${recoveryDaysMax}d` : new Date(since).toISOString();
}
