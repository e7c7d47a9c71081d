'use server';

import { cookies } from 'next/headers';
import { preferenceMaxAgeSeconds } from '@/i18n/locale';
import { isServedSecurely } from '@/security/env';
import { columnLists, columnsCookie, readHidden, writeHidden } from './columns.ts';

/** Shows the column of a list that was hidden, or hides it, in this browser. The page is rendered again. */
export async function toggleColumn(form: FormData): Promise<void> {
  const [list, column] = String(form.get('column')).split(':');
  const known = columnLists.find((one) => one === list);
  if (!known || !column) return;
  const jar = await cookies();
  const before = jar.get(columnsCookie)?.value;
  const hidden = readHidden(before, known);
  const next = hidden.includes(column) ? hidden.filter((one) => one !== column) : [...hidden, column];
  jar.set(columnsCookie, writeHidden(before, known, next), {
    httpOnly: true,
    sameSite: 'lax',
    secure: isServedSecurely(),
    maxAge: preferenceMaxAgeSeconds,
    path: '/',
  });
}
