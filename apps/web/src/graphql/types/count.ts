import { builder } from '../builder.ts';

export type Count = { value: number; more: boolean };

export const CountRef = builder.objectRef<Count>('Count').implement({
  description: 'The number of rows, counted up to a limit.',
  fields: (t) => ({
    value: t.exposeInt('value', { description: 'The number of rows, at most 10,000.' }),
    isCapped: t.exposeBoolean('more', {
      description: 'True if counting stopped early, so there may be more rows than `value`.',
    }),
  }),
});
