import type { Database } from '@tillgate/db';

/** The name of the demo organization until it is complete. */
export const unfinishedName = 'Demo Shop (being prepared)';

/**
 * Removes the remains of an interrupted seed. Finds them by the name that the organization has only until it is
 * complete, so nobody can have used them.
 */
export async function removeUnfinished(db: Database): Promise<boolean> {
  const found = await db.prisma.application.findMany({
    where: { organization: { name: unfinishedName } },
    select: { id: true, organizationId: true, organization: { select: { memberships: { select: { userId: true } } } } },
  });
  if (found.length === 0) return false;
  const applications = found.map(({ id }) => id);
  const organizations = found.map(({ organizationId }) => organizationId);
  const users = found.flatMap(({ organization }) => organization.memberships.map(({ userId }) => userId));
  await db.transaction(async (tx) => {
    const remove = (from: string, values: string[]) =>
      tx.query({ name: from.slice(0, 60), text: `DELETE FROM ${from}`, values: [values] });
    const ofEndpoints = 'endpoint_id IN (SELECT id FROM webhook_endpoints WHERE application_id = ANY($1::uuid[]))';
    for (const table of ['webhook_attempts', 'webhook_deliveries', 'webhook_recoveries', 'webhook_lanes']) {
      await remove(`${table} WHERE ${ofEndpoints}`, applications);
    }
    const subjects = ['payments', 'disbursements', 'inquiries', 'c2b_registrations']
      .map((table) => `SELECT id FROM ${table} WHERE application_id = ANY($1::uuid[])`)
      .join(' UNION ALL ');
    await remove(`provider_callbacks WHERE subject_id IN (${subjects})`, applications);
    const reviews = 'SELECT id FROM reviews WHERE application_id = ANY($1::uuid[])';
    await remove(`review_notes WHERE review_id IN (${reviews})`, applications);
    for (const table of ofApplication) await remove(`${table} WHERE application_id = ANY($1::uuid[])`, applications);
    await remove('shortcodes WHERE organization_id = ANY($1::uuid[])', organizations);
    await remove('audit_entries WHERE organization_id = ANY($1::uuid[])', organizations);
    await remove('memberships WHERE organization_id = ANY($1::uuid[])', organizations);
    await remove('applications WHERE id = ANY($1::uuid[])', applications);
    await remove('organizations WHERE id = ANY($1::uuid[])', organizations);
    await remove('users WHERE id = ANY($1::uuid[])', users);
  });
  return true;
}

/** The tables of an application, each after the tables that refer to it. */
const ofApplication = [
  'reviews',
  'held_confirmations',
  'told_balances',
  'webhook_events',
  'webhook_endpoints',
  'api_requests',
  'idempotency_records',
  'orders',
  'payout_batch_rows',
  'payout_batches',
  'inquiries',
  'disbursements',
  'payments',
  'rollups',
  'rollup_changes',
  'recipients',
  'former_recipients',
  'refused_callbacks',
  'c2b_rules',
  'c2b_registrations',
  'approval_policies',
  'provider_credentials',
  'rail_accounts',
  'api_keys',
  'audit_entries',
];
