import type { PublicAttempt, PublicLink } from '@tillgate/domain/links';
import { type RailName, railsLabel } from '@tillgate/domain/rails/labels';
import type { Language } from '../texts/language.ts';

/** The networks on which the merchant of a link can be paid, its default first. */
export const railsOf = ({ accounts }: Pick<PublicLink, 'accounts'>): RailName[] => accounts.map(({ rail }) => rail);

/** These networks as a page names them. */
export const networksOf = (link: Pick<PublicLink, 'accounts'>, language: Language): string =>
  railsLabel(railsOf(link), language);

/** The network that an attempt was sent to, or those that it may go to. */
export function networkOf({ rail }: PublicAttempt, link: PublicLink, language: Language): string {
  return rail === null ? networksOf(link, language) : railsLabel([rail], language);
}
