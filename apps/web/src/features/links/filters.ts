import { choice, defineList, period, text } from '@/features/lists/filters';

/** What the list of payment links can be narrowed by. */
export const linkList = defineList('links', [
  choice('status', ['open', 'paid', 'ended'], { texts: 'links.status' }),
  choice('kind', ['once', 'many'], { texts: 'links.kind' }),
  text('text', { hasHelp: true, maxLength: 64 }),
  period('createdFrom', 'createdTo'),
]);
