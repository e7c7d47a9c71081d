import { renderDay } from '@tillgate/domain/closing';
import { getDay } from '@tillgate/domain/reading/closing';
import { answerFile, type TenantAddress } from '@/answer-file';
import type { Person } from '@/auth';
import type { Deps } from '@/deps';
import type { Locale } from '@/i18n/locale';
import { dayWordsOf } from '@/say/day-words';

/** The place of a day in the address, as it came. */
export type DayAddress = TenantAddress & { day: string };

/** Sends a business day as a PDF to a member who may read it, in their language. */
export function answerDay(
  deps: Deps,
  person: Person | undefined,
  { day, ...address }: DayAddress,
  locale: Locale,
): Promise<Response> {
  return answerFile(deps, person, {
    path: ['/api/days', address, day],
    failure: 'a day could not be printed',
    async make(ctx) {
      const { applicationId, environment } = ctx.tenant;
      const found = await getDay(ctx, { day });
      const { name } = await ctx.db.prisma.application.findUniqueOrThrow({ where: { id: applicationId } });
      const how = { words: dayWordsOf[locale], locale: locale === 'sw' ? 'sw-KE' : 'en-GB' } as const;
      const file = await renderDay({ day: found, applicationName: name, environment, at: ctx.clock.now(), ...how });
      return {
        body: Buffer.from(file),
        headers: {
          'content-type': 'application/pdf',
          'content-length': String(file.length),
          // The day has digits and dashes only: it was read.
          'content-disposition': `attachment; filename="tillgate-day-${found.day}-${environment}.pdf"`,
        },
      };
    },
  });
}
