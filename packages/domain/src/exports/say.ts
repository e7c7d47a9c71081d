import type { ExportLanguage } from '@tillgate/db';

/** A text in each language of files. */
export type Words = Readonly<Record<ExportLanguage, string>>;
export const say = (en: string, sw: string): Words => ({ en, sw });
