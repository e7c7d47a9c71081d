import { numberOf, type RailName, railLabel, railNames } from '@tillgate/domain/rails/names';
import { builder } from '../builder.ts';

export const RailRef = builder.enumType('Rail', {
  description: 'A mobile-money network.',
  values: Object.fromEntries(railNames.map((name) => [name, { description: `${railLabel(name)}.` }])) as Record<
    RailName,
    { description: string }
  >,
});

/** What rows have of their account. */
type Held = { rail: RailName; shortcode: string };

/** The columns of {@link Held}. */
export const accountColumns = { rail: true, shortcode: true } as const;

export const AccountRef = builder.objectRef<Held>('NetworkAccount').implement({
  description: 'An account of an application at a network.',
  fields: (t) => ({
    rail: t.expose('rail', { type: RailRef, description: 'The network.' }),
    number: t.string({
      description: 'The number of the account: a shortcode at M-PESA.',
      resolve: ({ shortcode }) => numberOf(shortcode),
    }),
  }),
});
