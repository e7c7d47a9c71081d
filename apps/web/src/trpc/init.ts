import type { Environment, Role } from '@tillgate/db';
import { DomainError, notFound, type Permission, refusals, type TenantContext } from '@tillgate/domain';
import {
  authorityOf,
  findApplicationAccess,
  findOrganizationAccess,
  may,
  OrganizationSuspended,
} from '@tillgate/domain/organizations';
import {
  addressKey,
  asPerson,
  isRecentlyAuthenticated,
  type PersonContext,
  ReauthenticationRequired,
  type WithIdentity,
} from '@tillgate/domain/users';
import { initTRPC } from '@trpc/server';
import { z } from 'zod';
import type { Person } from '@/auth';
import type { WebContext } from '@/deps';
import { readLocale } from '@/i18n/locale';
import { sayRefusal } from '@/say/say-issue';
import { webRefusals } from '../refusals.ts';
import type { TrpcContext } from './context.ts';
import { visitorOf } from './identity-context.ts';
import { demandKnownFields } from './known-fields.ts';
import { personHeader } from './no-answer.ts';
import { countCall } from './procedure-limits.ts';
import { refusal, refusalData, SessionEnded, SignInRequired, toDomainError } from './refusals.ts';

/** Whether the person must have proved who they are a moment ago: always, or in production. */
export type Reauthentication = true | 'production';

/** Who may call a procedure. The builders below set it, and the matrix test checks every procedure against it. */
export type Meta = {
  /** Who may call the procedure. */
  scope: 'public' | 'person' | 'organization' | 'tenant';
  permission?: Permission;
  reauthentication?: Reauthentication;
  /**
   * A change that is allowed while the organization is suspended, because it only takes access
   * away.
   */
  whileSuspended?: true;
  /** How many calls one call counts as. Without it, one. */
  cost?: number;
};

/** The context of a verb in which a person acts for themselves or for an organization. */
type ActorContext = WebContext & WithIdentity & PersonContext;

const t = initTRPC
  .context<TrpcContext>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error, ctx }) {
      const refused = sayRefusal(refusalData(error, ctx?.requestId), readLocale(ctx?.headers));
      return { ...shape, message: refused.detail, data: { ...shape.data, ...refused } };
    },
  });

export const createRouter = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Refuses mutations from other sites. Turns thrown errors into ones that may be shown, and logs unexpected ones. */
const refusing = t.middleware(async ({ ctx, next, type, path }) => {
  if (type === 'mutation' && !ctx.isSameOrigin) {
    throw refusal(new DomainError('forbidden', webRefusals.insideOnly));
  }
  const result = await next();
  if (result.ok) return result;
  const refused = toDomainError(result.error);
  if (refused.code === 'internal') {
    ctx.deps.log.error(
      { err: result.error.cause ?? result.error, requestId: ctx.requestId, path },
      'A procedure failed.',
    );
  }
  throw refusal(refused);
});

/** Nobody is known yet, so calls are counted by network address. */
const countedByAddress = t.middleware(async ({ ctx, next, meta }) => {
  const { remoteIp } = visitorOf(ctx);
  if (remoteIp !== undefined) await countCall(ctx.deps.procedureLimits.address, addressKey(remoteIp), meta?.cost);
  return next();
});

/** The last check, so that callers without permission learn nothing about the fields. */
const knowing = t.middleware(async ({ next, path, getRawInput }) => {
  demandKnownFields(path, await getRawInput());
  return next();
});

/** For everyone: signing in and what comes before it. */
export const publicProcedure = t.procedure.meta({ scope: 'public' }).use(refusing).use(countedByAddress).use(knowing);

const signedIn = t.middleware(async ({ ctx, next, meta, type }) => {
  const person = await ctx.findPerson();
  if (!person) throw new SessionEnded();
  if (type === 'mutation') demandSamePerson(ctx.headers, person);
  await countCall(ctx.deps.procedureLimits.person, person.userId, meta?.cost);
  const actorCtx: ActorContext = asPerson({ ...ctx.deps.context, ...ctx.deps.identity }, person);
  return next({ ctx: { person, actorCtx } });
});

const signedInProcedure = t.procedure.use(refusing).use(signedIn);

/** For signed-in people, about themselves. */
export const personProcedure = signedInProcedure.meta({ scope: 'person' }).use(knowing);

/** For signed-in people, about themselves, after a fresh proof of identity. */
export const reauthenticatedProcedure = signedInProcedure
  .meta({ scope: 'person', reauthentication: true })
  .use(async ({ ctx, next }) => {
    demandFreshProof(ctx.person, ctx.deps.context.clock.now());
    return next();
  })
  .use(knowing);

type Options = Pick<Meta, 'reauthentication' | 'whileSuspended' | 'cost'>;
type ScopedMeta = Meta & { permission: Permission };

/**
 * What every call about an organization must pass, once it is known that the person is a member.
 */
async function demandPassage(ctx: Passing, access: Access, meta: ScopedMeta, environment?: Environment) {
  await countCall(ctx.deps.procedureLimits.organization, access.organizationId, meta.cost);
  demandPermission(access.role, meta.permission);
  if (access.suspension && ctx.type === 'mutation' && !meta.whileSuspended) throw new OrganizationSuspended();
  if (meta.reauthentication === true || (environment && meta.reauthentication === environment)) {
    demandFreshProof(ctx.person, ctx.deps.context.clock.now());
  }
}

type Passing = Pick<TrpcContext, 'deps'> & { person: Person; type: string };
type Access = { organizationId: string; role: Role; suspension: object | undefined };

/** For members of the organization whose role has the permission. */
export function organizationProcedure(permission: Permission, options: Options = {}) {
  const meta: ScopedMeta = { scope: 'organization', permission, ...options };
  return signedInProcedure
    .meta(meta)
    .input(z.object({ organizationId: z.string() }))
    .use(async ({ ctx, input, next, type }) => {
      const { organizationId } = input;
      const access = await findOrganizationAccess(ctx.deps.context, { ...ctx.person, organizationId });
      if (!access) throw notFound('organization');
      if (!access.isOpen) throw new SignInRequired(access.needs);
      await demandPassage({ ...ctx, type }, access, meta);
      const actorCtx: ActorContext = { ...ctx.actorCtx, authority: authorityOf(access.role) };
      return next({ ctx: { role: access.role, organizationId, actorCtx } });
    })
    .use(knowing);
}

/** For members whose role has the permission, about one application in one environment. */
export function tenantProcedure(permission: Permission, options: Options = {}) {
  const meta: ScopedMeta = { scope: 'tenant', permission, ...options };
  return signedInProcedure
    .meta(meta)
    .input(z.object({ applicationId: z.string(), environment: z.enum(['sandbox', 'production']) }))
    .use(async ({ ctx, input, next, type }) => {
      const { applicationId, environment } = input;
      const access = await findApplicationAccess(ctx.deps.context, { ...ctx.person, applicationId });
      if (!access) throw notFound('application');
      if (!access.isOpen) throw new SignInRequired(access.needs);
      await demandPassage({ ...ctx, type }, access, meta, environment);
      const tenant = { applicationId, environment };
      const { actor } = ctx.actorCtx;
      const { role, organizationId, suspension } = access;
      const authority = authorityOf(role);
      const tenantCtx: TenantContext & WebContext = { ...ctx.deps.context, actor, tenant, authority };
      return next({ ctx: { role, organizationId, suspension, tenantCtx, locale: readLocale(ctx.headers) } });
    })
    .use(knowing);
}

function demandPermission(role: Role, permission: Permission): void {
  if (!may(role, permission)) throw new DomainError('forbidden', refusals.role);
}

function demandFreshProof(person: Person, now: Date): void {
  if (!isRecentlyAuthenticated(person.authenticatedAt, now)) throw new ReauthenticationRequired();
}

/** Refuses a change from a page that was rendered for somebody else: in another tab, another person has signed in. */
function demandSamePerson(headers: Headers | undefined, person: Person): void {
  const shown = headers?.get(personHeader);
  if (shown == null || shown === person.userId) return;
  throw new DomainError('forbidden', webRefusals.otherPerson({ email: person.email }));
}
