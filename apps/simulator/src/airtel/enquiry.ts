import type { FastifyReply } from 'fastify';
import { sendData } from './answers.ts';
import type { AirtelResult } from './results.ts';
import type { EnquiryBehaviour } from './scenario.ts';

/** What an enquiry says. `receipt` is null unless the letters are TS. */
type EnquiryAnswer = {
  letters: 'TS' | 'TF' | 'TE' | 'TA' | 'TIP' | 'TI';
  code: string;
  message: string;
  receipt: string | null;
};

type Known = {
  outcome: (Pick<AirtelResult, 'letters' | 'code' | 'message'> & { receipt: string | null }) | null;
  scenario: { enquiry: EnquiryBehaviour };
};

/** The codes of what is not over, by product (fact 12). */
type OpenCodes = { inProgress: string; ambiguous: string };

export const collectionCodes: OpenCodes = { inProgress: 'DP00800001006', ambiguous: 'DP00800001000' };
export const disbursementCodes: OpenCodes = { inProgress: 'DP00900001006', ambiguous: 'DP00900001000' };

/** How many enquiries of `unknown_first` and `ti_first` do not say the truth. */
const clueless = 2;

/**
 * What the enquiry of that number says, the first being 1; undefined when the rail does not know the id yet. It says the
 * truth as soon as there is one: asking early is no error (fact 5).
 */
export const answerEnquiry = (
  { outcome, scenario: { enquiry } }: Known,
  number: number,
  codes: OpenCodes,
): EnquiryAnswer | undefined => {
  if (enquiry === 'unknown_first' && number <= clueless) return undefined;
  if (enquiry === 'ta') {
    return { letters: 'TA', code: codes.ambiguous, message: 'Transaction is ambiguous', receipt: null };
  }
  if (enquiry === 'ti_first' && number <= clueless) {
    return { letters: 'TI', code: codes.inProgress, message: 'Transaction initiated', receipt: null };
  }
  if (outcome === null) {
    return { letters: 'TIP', code: codes.inProgress, message: 'Transaction in progress', receipt: null };
  }
  const { letters, code, message, receipt } = outcome;
  return { letters, code, message, receipt };
};

/**
 * Replies with a transaction and the status that fits its letters. What failed or expired says `success: false`, which
 * is our choice.
 */
export const sendLetters = (
  reply: FastifyReply,
  transaction: object,
  { letters, code }: Pick<EnquiryAnswer, 'letters' | 'code'>,
  message?: string,
): FastifyReply => {
  const hasFailed = letters === 'TF' || letters === 'TE';
  return sendData(
    reply,
    { transaction },
    {
      message: message ?? (hasFailed ? 'FAILED' : 'SUCCESS'),
      responseCode: code,
      resultCode: hasFailed ? 'ESB000011' : 'ESB000010',
      success: !hasFailed,
    },
  );
};
