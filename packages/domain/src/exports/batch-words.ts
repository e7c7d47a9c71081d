import type { PayoutBatchRowState } from '@tillgate/db';
import { say, type Words } from './say.ts';

/** What the state of a row of a batch is called. */
export const rowStates: Record<PayoutBatchRowState, Words> = {
  good: say('Not paid yet', 'Bado haujalipwa'),
  refused: say('Cannot be paid', 'Hauwezi kulipwa'),
  skipped: say('Not sent', 'Haukutumwa'),
  handed: say('Sent', 'Ulitumwa'),
};
/** Why a row of a batch was skipped. */
export const skips = {
  excluded: say('Left out by the approver', 'Uliachwa na aliyeidhinisha'),
  cancelled: say('The batch was cancelled', 'Orodha ilighairiwa'),
  rejected: say('The batch was rejected', 'Orodha ilikataliwa'),
  expired: say('Nobody approved the batch in time', 'Hakuna aliyeidhinisha orodha kwa wakati'),
  limit_exceeded: say('Above a limit', 'Ulizidi kikomo'),
  approval_required: say('It needed a second person', 'Ulihitaji mtu wa pili'),
  refused_by_rule: say('A rule refused it', 'Kanuni iliukataa'),
  held_by_rule: say('A rule asked for a second person', 'Kanuni iliomba mtu wa pili'),
  paid_after_all: say('The first payout was paid after all', 'Malipo ya kwanza yalilipwa baadaye'),
};
