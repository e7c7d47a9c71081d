import type { Stack } from './stack.ts';
import { until } from './until.ts';

/** Waits until the processes have nothing left to apply, to announce or to deliver. */
export async function calm(stack: Stack): Promise<void> {
  const { prisma } = stack.ctx.db;
  await until('nothing is left to do', async () => {
    const received = await prisma.providerCallback.count({ where: { state: 'received' } });
    const waits = await prisma.payment.count({ where: { announceAt: { not: null } } });
    const due = await prisma.webhookDelivery.count({ where: { status: 'due' } });
    return received + waits + due === 0 || undefined;
  });
}
