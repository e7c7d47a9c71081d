import type { ReactNode } from 'react';

export const metadata = { title: 'A shop with Tillgate' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body style={{ fontFamily: 'system-ui', maxWidth: '28rem', margin: '4rem auto' }}>{children}</body>
    </html>
  );
}
