import { asPerson, type Visitor } from '@tillgate/domain/users';
import type { Person } from '@/auth';
import type { Deps } from '@/deps';
import { readVisitor } from '@/security/visitor';

/** What verbs about identity run on. */
export function identityContext({ deps }: { deps: Deps }) {
  return { ...deps.context, ...deps.identity };
}

/** The context of verbs about identity, acting as the signed-in person. */
export function personContext({ deps, person }: { deps: Deps; person: Person }) {
  const { userId, sessionId } = person;
  return asPerson(identityContext({ deps }), { userId, sessionId });
}

/** What the request says about its browser. */
export function visitorOf({ deps, headers }: { deps: Deps; headers?: Headers }): Visitor {
  return headers ? readVisitor(headers, deps.settings.trustedProxies) : {};
}
