import type { RateLimiter } from '../ports/ports.ts';
import { passwordMark } from './challenge.ts';
import { byAddress, emailKey, networkKey, type Uses, type Visitor, type WithIdentity } from './identity.ts';
import { isKnownTo, readDevice } from './known-device.ts';

type User = { id: string; passwordHash: string | null; devicesSince: Date | null };

/**
 * Which counters a guess of a password counts on. A browser that the person has signed in with has
 * its own counters, so that nobody else can keep it out. All others share those of their network.
 * The password is part of the keys: a new one starts all counters anew.
 * @param user whom the address belongs to; null for nobody, which is counted alike
 */
export function guessUses(
  ctx: WithIdentity,
  { email, user, now }: { email: string; user: User | null; now: Date },
  visitor: Visitor,
): Uses {
  const { signInSoon, signInLater, signInDaily, signInByEmail, signInByAddress } = ctx.identityLimits;
  const steps = (key: string): Uses =>
    [signInSoon, signInLater, signInDaily].map((limiter): [RateLimiter, string] => [limiter, key]);
  const mark = passwordMark(user?.passwordHash ?? null);
  const device = readDevice(ctx.deviceVault, visitor.device, now);
  if (user && isKnownTo(device, user, mark)) return steps(`device:${device.id}`);
  const account = `${emailKey(email)}:${mark}`;
  return [
    ...steps(`${account}:${networkKey(visitor)}`),
    ...byAddress(signInByAddress, visitor),
    [signInByEmail, account],
  ];
}
