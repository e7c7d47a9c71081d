import { parseInput } from '../kernel/input.ts';
import type { MutableMail } from '../mails/index.ts';
import type { PersonContext } from './identity.ts';
import { type ChooseMailsInput, chooseMailsSchema } from './schemas.ts';

/**
 * Switches kinds of emails of all organizations off for the person; all other kinds are switched on.
 * @throws DomainError invalid_input
 */
export async function chooseMails(ctx: PersonContext, input: ChooseMailsInput): Promise<{ muted: MutableMail[] }> {
  const muted = [...new Set(parseInput(chooseMailsSchema, input).muted)];
  await ctx.db.prisma.user.update({ where: { id: ctx.person.userId }, data: { mutedMails: muted } });
  return { muted };
}
