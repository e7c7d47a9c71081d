import type { PublicLink } from '@tillgate/domain/links';
import type { Words } from '../texts/english.ts';

/** The number that money goes to, with its kind; undefined where the merchant has none. */
export function place({ product, shortcode, tillNumber }: PublicLink, text: Words): string | undefined {
  if (product === null || shortcode === null) return undefined;
  return product === 'till' ? text.place.till(tillNumber ?? shortcode) : text.place.paybill(shortcode);
}

/** Who gets the money: the name, and always the number beside it. */
export function receiver(link: PublicLink, text: Words): string {
  const to = place(link, text);
  return to === undefined ? link.merchantName : `${link.merchantName} (${to})`;
}
