export { withoutQuery } from '../without-query.ts';
export { type AttemptView, type DeliveryView, getDelivery } from './get-delivery.ts';
export { type DeliverySummary, listDeliveries, scanMax } from './list-deliveries.ts';
export { type FailingDeliveries, type FailingDelivery, listFailingDeliveries } from './list-failing-deliveries.ts';
export {
  type DeliveryAbout,
  deliveriesReport,
  listDeliveriesAbout,
  readDeliveriesAbout,
} from './report-deliveries.ts';
export { type ListDeliveriesInput, listDeliveriesSchema } from './schemas.ts';
