import type { BatchRow } from '../batches/index.ts';
import { oneLine } from '../mails/index.ts';
import type { OwnPause } from './round.ts';

const nameCharactersMax = 100;

const words: Record<OwnPause, { why: string; next: string }> = {
  initiator: {
    why: 'The network refuses the initiator of the account, or the account may not pay out.',
    next: 'Correct the initiator name and password under Credentials. Then resume the batch. Do not keep trying: wrong attempts lock the initiator.',
  },
  float: {
    why: 'The account has less money than the batch needs.',
    next: 'Add money to the account that payouts leave from. Then resume the batch.',
  },
  day_limit: {
    why: 'A limit of a day is reached.',
    next: 'Resume the batch when the limit allows it again.',
  },
  unclear: {
    why: 'The network gave no clear answer to several payouts. They stay open until their outcome is known.',
    next: 'Wait until the open rows are settled. Then resume the batch. No row is paid twice.',
  },
  refusals: {
    why: 'Several payouts in a row failed, or the network could not be reached.',
    next: 'Look at what the failed rows say. Then resume the batch.',
  },
  gap: {
    why: 'The database was restored after the batch was made, so its rows may have been paid already.',
    next: 'Compare the list with the statement of the account. Cancel the batch, and make one of the rows that were not paid.',
  },
  requester: {
    why: 'The person or API key that sent the batch off may not ask for payouts any more.',
    next: 'Another member who may ask for payouts can resume the batch in their own name.',
  },
  suspended: {
    why: 'The organization is suspended.',
    next: 'Ask the operator of this service.',
  },
};

/** The email about a batch that paused itself, as plain text. */
export function pauseMail(
  { id, name, applicationId, environment, applicationName }: BatchRow & { applicationName: string },
  because: OwnPause,
  dashboardUrl: string | undefined,
): { subject: string; text: string } {
  const place = `${oneLine(applicationName, nameCharactersMax)} (${environment})`;
  const title = oneLine(name, nameCharactersMax);
  const { why, next } = words[because];
  const link =
    dashboardUrl === undefined
      ? ''
      : `\n\nLook at it:\n${dashboardUrl}/a/${applicationId}/${environment}/batches/${id}`;
  return {
    subject: `Batch paused: ${title}, ${place}`,
    text: `${why}

Batch: ${title}
Application: ${place}

${next} Rows that were handed to the network go on.${link}
`,
  };
}
