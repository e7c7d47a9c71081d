export { createMetrics, exposePool, type GaugeValue, type MeterOf, type Metrics, type SeriesList } from './metrics.ts';
export { listenForMetrics, type MetricsServer, startMetricsServer } from './server.ts';
