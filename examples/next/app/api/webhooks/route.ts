import { tillgateWebhook } from '@tillgate/sdk/next';
import { orders } from '../../../lib/shop';

export const POST = tillgateWebhook({
  secret: () => process.env.TILLGATE_WEBHOOK_SECRET,
  onEvent(event) {
    if (event.type !== 'payment.success' && event.type !== 'payment.failed') return;
    const order = orders.get(event.data.accountRef);
    if (!order || order.status === 'paid') return;
    if (event.type === 'payment.failed') {
      Object.assign(order, { status: 'failed', message: event.data.decoded.customerMessage });
    } else if (event.data.amount >= order.amount) order.status = 'paid';
  },
});
