/** What a poster says to the people who pay. It speaks the language of its link, whoever prints it. */
export const posterTexts = {
  en: {
    scan: (networks: string) => `Scan to pay with ${networks}`,
    how: 'Point the camera of your phone at the code, or type the address.',
    menu: 'Or in the M-PESA menu: Pay Bill',
    business: 'Business number',
    account: 'Account number',
    sandbox: 'Test: no real money moves.',
  },
  sw: {
    scan: (networks: string) => `Skani kulipa kwa ${networks}`,
    how: 'Elekeza kamera ya simu yako kwenye msimbo, au andika anwani.',
    menu: 'Au kwenye menyu ya M-PESA: Pay Bill',
    business: 'Nambari ya biashara',
    account: 'Nambari ya akaunti',
    sandbox: 'Majaribio: si pesa halisi.',
  },
} as const;

export type PosterLanguage = keyof typeof posterTexts;

/** In which languages a poster speaks: both, where the link leaves it to the payer. */
export function posterLanguages(language: PosterLanguage | 'auto'): readonly PosterLanguage[] {
  return language === 'auto' ? ['en', 'sw'] : [language];
}
