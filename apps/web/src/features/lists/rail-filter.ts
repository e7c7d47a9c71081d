import { type RailName, railNames } from '@tillgate/domain/rails/labels';
import { type ChoiceFilter, oneOf } from './filters.ts';

/** The network that moved the money. Its options are those of `useNetworkOptions`; an address without it means all. */
export const railFilter: ChoiceFilter<'rail', { rail?: RailName | undefined }> = {
  kind: 'choice',
  name: 'rail',
  params: ['rail'],
  options: undefined,
  read: ({ rail }) => ({ rail: oneOf(railNames, rail) }),
};
