import type { PublicLink } from '@tillgate/domain/links';
import { english, type Words } from './english.ts';
import { swahili } from './swahili.ts';

/** The languages of the pages. */
const languages = ['en', 'sw'] as const;
export type Language = (typeof languages)[number];

export const words: Record<Language, Words> = { en: english, sw: swahili };

const locales: Record<Language, string> = { en: 'en-GB', sw: 'sw' };
const formatOf = (language: Language) =>
  new Intl.DateTimeFormat(locales[language], {
    timeZone: 'Africa/Nairobi',
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
const moments: Record<Language, Intl.DateTimeFormat> = { en: formatOf('en'), sw: formatOf('sw') };

/** A time where the payers live. */
export function timeText(time: Date, language: Language): string {
  return `${moments[language].format(time)} EAT`;
}

/** Languages of a browser that are looked at; browsers send a few. */
const wishesMax = 10;

function known(text: unknown): Language | undefined {
  if (typeof text !== 'string') return undefined;
  return languages.find((language) => text === language || text.startsWith(`${language}-`));
}

function wished(accepted: string | undefined): Language | undefined {
  const wishes = (accepted ?? '').toLowerCase().split(',', wishesMax);
  const weighed = wishes.flatMap((wish) => {
    const [tag = '', weight = ''] = wish.trim().split(';q=', 2);
    const language = known(tag);
    return language ? [{ language, weight: weight === '' ? 1 : Number(weight) || 0 }] : [];
  });
  return weighed.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)[0]?.language;
}

/** What a reader says about languages. */
export type Reader = {
  /** The language that the address names; links of the page keep it. */
  chosen: Language | undefined;
  accepted: string | undefined;
};

export function readerOf(query: unknown, accepted: string | undefined): Reader {
  const lang = typeof query === 'object' && query !== null && 'lang' in query ? query.lang : undefined;
  return { chosen: known(lang), accepted };
}

/** The reader's choice, or else that of the link, or else the browser's. */
export function languageOf({ chosen, accepted }: Reader, link?: Pick<PublicLink, 'language'>): Language {
  return chosen ?? known(link?.language) ?? wished(accepted) ?? 'en';
}
