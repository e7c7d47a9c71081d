import { choice, defineList, openChoice, period, text } from '@/features/lists/filters';

/** What entries are about: the noun of their action. */
const nouns = [
  'application',
  'approval_policy',
  'bucket',
  'c2b',
  'credentials',
  'day',
  'day_mail',
  'delivery',
  'disbursement',
  'endpoint',
  'export',
  'export_schedule',
  'float',
  'guard_entry',
  'guard_rule',
  'invitation',
  'key',
  'link',
  'member',
  'order',
  'organization',
  'password',
  'payment',
  'rail_account',
  'recipient',
  'recovery',
  'reporting_token',
  'retention',
  'review',
  'second_factor',
  'statement',
  'subject',
  'user',
  'view',
];

/** What the audit log can be narrowed by. An address may also name one action, as `key.created`. */
export const auditList = defineList('audit', [
  openChoice('action', nouns, { texts: 'audit.nouns' }),
  choice('actorKind', ['person', 'key', 'operator', 'provider', 'visitor', 'system'], { texts: 'audit.actorKinds' }),
  choice('only', ['sandbox', 'production'], { texts: 'audit.environments' }),
  text('subjectId', { hasHelp: true }),
  period('since', 'until'),
]);
