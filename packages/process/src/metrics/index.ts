export { createMetrics, exposeLimitStore, exposePool, type GaugeValue, type MeterOf, type Metrics } from './metrics.ts';
export { requestSeries } from './request-series.ts';
export { listenForMetrics } from './server.ts';
