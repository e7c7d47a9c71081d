import type { RateLimiter } from '../ports/ports.ts';
import { passwordMark } from './challenge.ts';
import { byAddress, emailKey, networkKey, type Uses, type Visitor, type WithIdentity } from './identity.ts';
import { isKnownTo, readDevice } from './known-device.ts';

type User = { id: string; passwordHash: string | null; devicesSince: Date | null };

/**
 * The counters of a password guess. A browser that the person has signed in with has its own counters, so that nobody
 * else can lock it out. All others share those of their network. The keys include the password, so a new one resets all
 * counters.
 * @param user the owner of the address; null without one, which counts the same
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
