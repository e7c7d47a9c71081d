import { removeRecipient, saveRecipient } from '@tillgate/domain/recipients';
import { dayMs } from './calendar.ts';
import { phone } from './plan.ts';
import type { World } from './world.ts';

const hourMs = 3_600_000;
const savedDaysAgo = 50;
const changedHoursAgo = 4;

/**
 * Saves whom finance pays again and again. One of them got another number a short while ago, which is how a payout goes to
 * the wrong person.
 * @returns the new number of that one
 */
export async function saveRecipients(history: World): Promise<{ landlord: string }> {
  const random = history.random.branch('recipients');
  const { finance } = history.merchant.people;
  const at = (ago: number) => history.at(new Date(history.now.getTime() - ago), `user:${finance.userId}`);
  const save = (ago: number, name: string, number: string) => saveRecipient(at(ago), { name, phone: number });
  await save(savedDaysAgo * dayMs, 'Fresh Farm Supplies', phone(random));
  await save(savedDaysAgo * dayMs, 'Kilele Packaging', phone(random));
  const name = 'Karen branch landlord';
  const { recipientId } = await save(savedDaysAgo * dayMs, name, phone(random));
  const landlord = phone(random);
  await removeRecipient(at(changedHoursAgo * hourMs), { recipientId });
  await save(changedHoursAgo * hourMs, name, landlord);
  return { landlord };
}
