/** The languages of the page. */
const languages = ['en', 'sw'] as const;
export type Language = (typeof languages)[number];

export type Words = typeof english;

const english = {
  title: 'Status',
  other: 'Kiswahili',
  asOf: 'As of',
  zone: 'Times are in East Africa Time (EAT).',
  provider: 'M-PESA',
  environments: { production: 'Production', sandbox: 'Sandbox (no real money)' },
  states: {
    answering: 'Answers',
    slow: 'Slow',
    silent: 'Does not answer',
    unknown: 'Unknown: too few recent calls',
  },
  since: 'since',
  advice: {
    slow: 'Prompts and results may come late.',
    silent: 'Prompts and payouts may not arrive. Ask the customer whether they paid before you send a prompt again.',
  },
  history: (days: number) => `The last ${days} days`,
  none: 'No trouble recorded.',
  troubled: (count: number) => (count === 1 ? '1 day with trouble' : `${count} days with trouble`),
  minutes: (count: number) => `${count} min`,
  columns: { day: 'Day', silent: 'Did not answer', slow: 'Slow' },
  legend: { fine: 'no trouble', slow: 'slow', silent: 'did not answer', unknown: 'no data' },
  system: 'This service',
  parts: { api: 'API', database: 'Database', worker: 'Payment processing' },
  partStates: { working: 'Works', behind: 'Behind', away: 'Does not answer', unknown: 'Unknown' },
  away: 'The database of this service does not answer at the moment, so nothing else is known. What M-PESA reports is kept.',
  machine: 'For programs',
};

const swahili: Words = {
  title: 'Hali ya huduma',
  other: 'English',
  asOf: 'Kufikia',
  zone: 'Saa ni za Afrika Mashariki (EAT).',
  provider: 'M-PESA',
  environments: { production: 'Halisi', sandbox: 'Majaribio (si pesa halisi)' },
  states: {
    answering: 'Inajibu',
    slow: 'Inachelewa',
    silent: 'Haijibu',
    unknown: 'Haijulikani: maombi ya karibuni ni machache mno',
  },
  since: 'tangu',
  advice: {
    slow: 'Maombi na matokeo yanaweza kuchelewa.',
    silent: 'Huenda maombi na malipo ya kutoka yasifike. Muulize mteja kama amelipa kabla ya kutuma ombi tena.',
  },
  history: (days) => `Siku ${days} zilizopita`,
  none: 'Hakuna hitilafu iliyorekodiwa.',
  troubled: (count) => (count === 1 ? 'Siku 1 yenye hitilafu' : `Siku ${count} zenye hitilafu`),
  minutes: (count) => `dakika ${count}`,
  columns: { day: 'Siku', silent: 'Haikujibu', slow: 'Ilichelewa' },
  legend: { fine: 'hakuna hitilafu', slow: 'ilichelewa', silent: 'haikujibu', unknown: 'haijulikani' },
  system: 'Huduma hii',
  parts: { api: 'API', database: 'Hifadhidata', worker: 'Uchakataji wa malipo' },
  partStates: { working: 'Inafanya kazi', behind: 'Imechelewa', away: 'Haijibu', unknown: 'Haijulikani' },
  away: 'Hifadhidata ya huduma hii haijibu kwa sasa, hivyo hakuna kingine kinachojulikana. Taarifa za M-PESA zinahifadhiwa.',
  machine: 'Kwa programu',
};

export const words: Record<Language, Words> = { en: english, sw: swahili };

/** Languages that are looked at; browsers send a few. */
const wishesMax = 10;

/** The language that the address names, or else the browser's first one that the page has. */
export function languageOf(named: unknown, accepted: string | undefined): Language {
  const known = (text: string) => languages.find((language) => text === language || text.startsWith(`${language}-`));
  if (typeof named === 'string' && known(named)) return known(named) ?? 'en';
  const wishes = (accepted ?? '').toLowerCase().split(',', wishesMax);
  const byWeight = wishes.map((wish) => {
    const [tag = '', weight = ''] = wish.trim().split(';q=', 2);
    return { language: known(tag), weight: weight === '' ? 1 : Number(weight) || 0 };
  });
  return (
    byWeight.filter(({ language, weight }) => language && weight > 0).sort((a, b) => b.weight - a.weight)[0]
      ?.language ?? 'en'
  );
}
