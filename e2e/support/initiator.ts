import type { Role } from '@tillgate/db';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import type { Stack } from './stack.ts';

/** The passkey that the simulator knows. */
const sandboxPasskey = 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919';

/** A merchant who may also send money out, ask, and have a shortcode of its own. */
export function merchantWithInitiator(
  stack: Pick<Stack, 'ctx'>,
  given: { shortcode?: string } = {},
  roles: Role[] = [],
): Promise<SeededMerchant> {
  const credentials = {
    passkey: sandboxPasskey,
    initiatorName: 'testapi',
    initiatorPassword: 'Safe123',
    ...given,
  };
  const application = seed(stack.ctx).owner().application().credentials('sandbox', credentials).key('sandbox');
  return roles.reduce((request, role) => request.member(role), application).mint();
}
