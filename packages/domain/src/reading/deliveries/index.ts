export { withoutQuery } from '../without-query.ts';
export { type AttemptView, type DeliveryView, getDelivery } from './get-delivery.ts';
export { type DeliverySummary, listDeliveries, scanMax } from './list-deliveries.ts';
export { type FailingDelivery, listFailingDeliveries } from './list-failing-deliveries.ts';
export { deliveriesReport, listDeliveriesAbout, readDeliveriesAbout } from './report-deliveries.ts';
export { type ListDeliveriesInput, listDeliveriesSchema } from './schemas.ts';
