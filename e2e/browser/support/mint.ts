import { randomInt } from 'node:crypto';
import type { Environment, Role } from '@tillgate/db';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { type Answer, call } from '../../support/client.ts';
import type { Stack } from './stack.ts';

/** The passkey that the simulator knows. */
const sandboxPasskey = 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919';

export type Person = { userId: string; email: string; password: string };

export type MintOptions = {
  /** Members beside the owner, one each. */
  roles?: Role[];
  name?: string;
  /** false: nothing is configured at the provider. */
  credentials?: boolean;
  /** Whether payouts, reversals and inquiries are configured; they are unless this is false. */
  initiator?: boolean;
};

/** A merchant of one test alone. */
export type Shop = Omit<SeededMerchant, 'key'> & {
  name: string;
  /** Its own, at the simulator. */
  shortcode: string;
  /** Of the sandbox. */
  key: string;
  keyId: string;
  /** The member with this role; `owner` too. */
  person(role: Role): Person;
  /** Path of a page, e.g. `at('payments')`; '' is the home page. */
  at(page: string, environment?: Environment): string;
  /** Calls the REST API with the sandbox key. */
  api(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer>;
};

/** Makes merchants with the verbs that operators use. */
export function createMint(stack: Stack) {
  return async function mint(options: MintOptions = {}): Promise<Shop> {
    const { roles = [], credentials = true, initiator = true } = options;
    const shortcode = String(randomInt(100_000, 10_000_000));
    const name = options.name ?? `Shop ${shortcode}`;
    let wish = seed(stack.ctx).owner({ name: 'Olive Owner' }).application({ name }).key('sandbox');
    if (credentials) {
      const secrets = { initiatorName: 'testapi', initiatorPassword: 'Safe123' };
      wish = wish.credentials('sandbox', { passkey: sandboxPasskey, shortcode, ...(initiator && secrets) });
    }
    for (const role of roles) wish = wish.member(role);
    const merchant = await wish.mint();
    // Several organizations share this installation, and its operator knows this one.
    await stack.ctx.db.prisma.organization.update({
      where: { id: merchant.organizationId },
      data: { linksAllowedAt: new Date() },
    });
    const { key, keyId } = merchant.key('sandbox');
    return {
      ...merchant,
      name,
      shortcode,
      key,
      keyId,
      person(role) {
        const found = role === 'owner' ? merchant.owner : merchant.members.find((member) => member.role === role);
        if (!found) throw new Error(`mint({ roles: ['${role}'] }) makes that member`);
        return found;
      },
      at: (page, environment = 'sandbox') =>
        `/a/${merchant.applicationId}/${environment}${page === '' ? '' : `/${page}`}`,
      api: (method, path, body) =>
        call(`${stack.apiUrl}${path}`, key, { method, body, idempotencyKey: crypto.randomUUID() }),
    };
  };
}
