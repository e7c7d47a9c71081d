export { createMetrics, exposePool, type GaugeValue, type MeterOf, type Metrics } from './metrics.ts';
export { listenForMetrics } from './server.ts';
