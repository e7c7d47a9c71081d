import { builder } from '../builder.ts';

export type Count = { value: number; more: boolean };

export const CountRef = builder.objectRef<Count>('Count').implement({
  description: 'How many rows there are, counted up to a limit.',
  fields: (t) => ({
    value: t.exposeInt('value', { description: 'The rows that were counted: at most 10,000.' }),
    isCapped: t.exposeBoolean('more', {
      description: 'Whether counting stopped, so that there may be more than `value`.',
    }),
  }),
});
