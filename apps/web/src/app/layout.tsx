import './globals.css';
import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { readPerson } from '@/auth';
import { paletteKeysScript } from '@/features/shell/palette-keys';
import { Providers } from '@/features/shell/providers';
import { themeScript } from '@/features/shell/theme';
import { loadMessages, readPreferences } from '@/i18n/server';

export const metadata: Metadata = {
  title: { template: '%s · Tillgate', default: 'Tillgate' },
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f9fafb' },
    { media: '(prefers-color-scheme: dark)', color: '#0c1115' },
  ],
};

/** No page is rendered at build time: each belongs to one person, and its scripts carry the nonce of the request. */
export const dynamic = 'force-dynamic';

/** Runs before the rest of the page's code. */
const earlyScript = `${themeScript};${paletteKeysScript}`;

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { locale, timeZone } = await readPreferences();
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  const messages = await loadMessages(locale, ['shell']);
  return (
    <html
      lang={locale}
      data-person={(await readPerson())?.userId}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      suppressHydrationWarning
    >
      <body>
        {/* Browsers hide the nonce of an existing script, so hydration cannot compare it. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: earlyScript }} />
        <Providers locale={locale} timeZone={timeZone} messages={messages}>
          {children}
        </Providers>
      </body>
    </html>
  );
}
