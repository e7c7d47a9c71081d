import { GraphQLError, Kind } from 'graphql';
import { builder } from '../builder.ts';

builder.scalarType('DateTime', {
  description:
    'A time in ISO 8601 with its offset, such as 2026-01-31T08:00:00Z. Responses are in UTC, to the millisecond.',
  serialize: (value) => value.toISOString(),
  parseValue: textOf,
  parseLiteral: (node) => textOf(node.kind === Kind.STRING ? node.value : undefined),
});

builder.scalarType('Date', {
  description: 'A day, such as 2026-01-31.',
  serialize: (value) => value,
  parseValue: dayOf,
  parseLiteral: (node) => dayOf(node.kind === Kind.STRING ? node.value : undefined),
});

builder.scalarType('Money', {
  description: 'An exact amount in KES as decimal text, such as "1200" or "1200.50".',
  serialize: String,
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

function dayOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new GraphQLError('A day is a text such as "2026-01-31".');
}
