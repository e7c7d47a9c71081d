import type { EngineEvent } from './event.ts';

/**
 * Reads the part of Inngest's expression language that the engine supports: a path such as `event.data.endpointId`,
 * or a quoted constant. Returns undefined for anything else.
 */
export function parseExpression(source: string): ((event: EngineEvent) => unknown) | undefined {
  const constant = /^(?:'([^'\\]*)'|"([^"\\]*)")$/.exec(source.trim());
  if (constant) {
    const text = constant[1] ?? constant[2];
    return () => text;
  }
  if (!/^event(\.[A-Za-z_]\w*)+$/.test(source.trim())) return undefined;
  const path = source.trim().split('.').slice(1);
  return (event) => path.reduce<unknown>(property, event);
}

/** Reads `<expression> == <expression>`. Returns undefined for anything else. */
export function parseCondition(source: string): ((event: EngineEvent) => boolean) | undefined {
  const sides = source.split('==');
  if (sides.length !== 2) return undefined;
  const [left, right] = sides.map(parseExpression);
  if (!left || !right) return undefined;
  return (event) => left(event) === right(event);
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
