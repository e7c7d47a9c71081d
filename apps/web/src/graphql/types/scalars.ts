import { GraphQLError, Kind } from 'graphql';
import { builder } from '../builder.ts';

builder.scalarType('DateTime', {
  description: 'A time: ISO 8601 with its zone, such as 2026-01-31T08:00:00Z. Answers are in UTC, to the millisecond.',
  serialize: (value) => value.toISOString(),
  parseValue: textOf,
  parseLiteral: (node) => textOf(node.kind === Kind.STRING ? node.value : undefined),
});

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
});

/** The domain judges the text, and says which argument is wrong. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new GraphQLError('A time is a text such as "2026-01-31T08:00:00Z".');
}
