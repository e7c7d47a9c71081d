import type { PublicLink } from '@tillgate/domain/links';
import { type RailName, railLabel } from '@tillgate/domain/rails/labels';
import type { Words } from '../texts/english.ts';

/** The numbers that money can go to, each with its kind; undefined where the merchant has none. */
export function place(link: PublicLink, text: Words, at: RailName | null = null): string | undefined {
  const { product, shortcode, tillNumber } = link;
  const places = link.accounts.flatMap(({ rail, number }) => {
    if (at !== null && rail !== at) return [];
    if (rail !== 'mpesa' || product === null || shortcode === null) return [`${railLabel(rail)} ${number}`];
    return [product === 'till' ? text.place.till(tillNumber ?? shortcode) : text.place.paybill(shortcode)];
  });
  return places.length === 0 ? undefined : places.join(text.or);
}

/** Who gets the money: the name, and always the number beside it. `at`: the network that was asked, where it is known. */
export function receiver(link: PublicLink, text: Words, at: RailName | null = null): string {
  const to = place(link, text, at);
  return to === undefined ? link.merchantName : `${link.merchantName} (${to})`;
}
