import type { EndpointView } from '@tillgate/domain/reading/endpoints';
import { facts, moment, table } from './table.ts';

/** Formats one endpoint for people. */
export function endpointText(endpoint: EndpointView): string {
  const { health } = endpoint;
  return facts([
    ['Endpoint', endpoint.endpointId],
    ['Application', `${endpoint.applicationId}, ${endpoint.environment}`],
    ['URL', endpoint.url],
    ['Description', endpoint.description ?? undefined],
    ['Events', endpoint.events.length === 0 ? 'all but the extra types' : endpoint.events.join(', ')],
    ['Limits', `${endpoint.concurrency} at once, ${endpoint.ratePerSecond ?? 'no limit'} per second`],
    ['Status', health.disabledReason ? `${health.status}: ${health.disabledReason}` : health.status],
    ['Failing since', health.failingSince ? moment(health.failingSince) : undefined],
    ['Circuit', circuitText(endpoint)],
    ['Waiting', countText(health.waiting.value, health.waiting.more)],
    ['Last 24 hours', dayText(endpoint)],
    ['New secret', health.nextSecretAt ? `takes over at ${moment(health.nextSecretAt)}` : undefined],
    ['Created', moment(endpoint.createdAt)],
  ]);
}

/** Formats several endpoints, one per line. */
export function endpointsText(endpoints: EndpointView[]): string {
  if (endpoints.length === 0) return 'No endpoints.';
  return table(
    ['ENDPOINT', 'ENVIRONMENT', 'STATUS', 'CIRCUIT', 'WAITING', 'LAST 24 H', 'URL'],
    endpoints.map((endpoint) => [
      endpoint.endpointId,
      endpoint.environment,
      endpoint.health.status,
      endpoint.health.circuit.state,
      countText(endpoint.health.waiting.value, endpoint.health.waiting.more),
      dayText(endpoint),
      endpoint.url,
    ]),
  );
}

function circuitText({ health: { circuit } }: EndpointView): string {
  if (circuit.state === 'closed') return 'closed';
  return circuit.state === 'open' ? `open, next test at ${moment(circuit.openUntil)}` : 'half open, testing now';
}

function dayText({ health: { lastDay } }: EndpointView): string {
  return `${countText(lastDay.attempts, lastDay.more)} attempted, ${lastDay.failures} failed`;
}

function countText(value: number, more: boolean): string {
  return more ? `more than ${value}` : String(value);
}
