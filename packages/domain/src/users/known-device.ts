import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { dayMs } from '../kernel/time.ts';
import type { Vault } from './vault.ts';

/** How long a browser stays known after a sign-in. */
export const knownDeviceMs = 180 * dayMs;

const deviceSchema = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  /** Mark of the password at that time: a new password makes the browser unknown. */
  password: z.string(),
  knownAt: z.number(),
});

type KnownDevice = z.infer<typeof deviceSchema>;

/** The browser's token after a sign-in, so that guesses of others cannot lock it out. It is not a session. */
export function issueDevice(
  vault: Vault,
  { userId, password }: { userId: string; password: string },
  now: Date,
): string {
  return vault.seal(JSON.stringify({ id: randomUUID(), userId, password, knownAt: now.getTime() }));
}

/** Undefined if we did not issue it, or if it is too old. */
export function readDevice(vault: Vault, text: string | undefined, now: Date): KnownDevice | undefined {
  if (!text) return undefined;
  let json: string;
  try {
    json = vault.open(text);
  } catch {
    return undefined;
  }
  const device = deviceSchema.safeParse(JSON.parse(json));
  if (!device.success || device.data.knownAt + knownDeviceMs <= now.getTime()) return undefined;
  return device.data;
}

type User = { id: string; devicesSince: Date | null };

/** Whether the browser is known for this person: the password is the same, and sessions were not ended since. */
export function isKnownTo(device: KnownDevice | undefined, user: User, password: string): device is KnownDevice {
  if (device?.userId !== user.id || device.password !== password) return false;
  return user.devicesSince === null || device.knownAt >= user.devicesSince.getTime();
}
