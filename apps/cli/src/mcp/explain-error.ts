import { Rail } from '@tillgate/db';
import { type ErrorCode, errorCodes, errorExplanations } from '@tillgate/domain';
import { type Decoded, responsibleFor } from '@tillgate/domain/catalogue';
import { explainCode, type Said } from '@tillgate/domain/rails';
import { z } from 'zod';
import { readsOnly, type Tool } from './tool.ts';

const codeMax = 64;
const messageMax = 300;

const inputSchema = z.strictObject({
  code: z
    .string()
    .trim()
    .min(1)
    .max(codeMax)
    .describe(
      'a result code of M-PESA such as 1032, or of Airtel Money such as DP00800001007, or an error code of the API such as forbidden',
    ),
  message: z
    .string()
    .max(messageMax)
    .optional()
    .describe('the text that came with the code; it can change the meaning'),
});

const explanationSchema = z.object({
  places: z.array(z.string()).describe('where the code has this meaning'),
  title: z.string(),
  meaning: z.string(),
  fix: z.string(),
  responsible: z.array(z.string()).describe('who must act'),
  retry: z.string().describe('whether and how to repeat the request'),
  customerMessage: z.string().nullable().describe('fit to show to the payer'),
});
type Explanation = z.output<typeof explanationSchema>;

const outputSchema = z.object({
  code: z.string(),
  isKnown: z.boolean(),
  explanations: z.array(explanationSchema).describe('one for each meaning: the same code can mean several things'),
});

/** One code means different things in different places. */
const places: readonly (Said & { place: string })[] = [
  { place: 'result of a prompt', of: 'prompt', as: 'result' },
  { place: 'immediate answer to a prompt', of: 'prompt', as: 'answer' },
  { place: 'answer to a query about a prompt', of: 'prompt', as: 'question' },
  { place: 'immediate answer to a payout', of: 'payout', as: 'answer' },
  { place: 'result of a payout, refund or inquiry', of: 'payout', as: 'result' },
];
const anywhere = 'anywhere';

const retries: Record<(typeof errorExplanations)[ErrorCode]['retry'], string> = {
  after_fix: 'After the cause is gone, with the same Idempotency-Key.',
  same_key: 'Later, with the same Idempotency-Key.',
  new_key: 'With a new Idempotency-Key.',
  read_first: 'Only after reading the status of the request, with a new Idempotency-Key.',
  never: 'Repeating the same request does not help.',
};

/** Explains result codes of the provider and error codes of the API, from the tables that the API uses. */
export function explainError(): Tool<typeof inputSchema, typeof outputSchema> {
  return {
    name: 'explain_error',
    title: 'Explain an error',
    description:
      'Explains a result code of M-PESA or Airtel Money, or an error code of the Tillgate API: what it means, who must act, how to fix it, and whether to retry.',
    inputSchema,
    outputSchema,
    annotations: readsOnly,
    async run({ code, message }) {
      const known = [...explainApiCode(code), ...explainResult(code, message)];
      const isKnown = known.length > 0;
      const explanations = isKnown
        ? known
        : [explanationOf([anywhere], explainCode({ code }, { of: 'prompt', as: 'result' }))];
      return { summary: summaryOf(explanations, isKnown), data: { code, isKnown, explanations } };
    },
  };
}

function explainApiCode(text: string): Explanation[] {
  const code = errorCodes.find((known) => known === text.toLowerCase());
  if (!code) return [];
  const { title, advice, responsible, retry } = errorExplanations[code];
  const place = ['error of the Tillgate API'];
  const responsibles = [responsible];
  return [
    {
      places: place,
      title,
      meaning: `${title}.`,
      fix: advice,
      responsible: responsibles,
      retry: retries[retry],
      customerMessage: null,
    },
  ];
}

/** What the first network that has a code means by it, one entry for each meaning. */
function explainResult(code: string, message: string | undefined): Explanation[] {
  const byRail = Object.values(Rail).map((rail) => explainResultOf(rail, code, message));
  return byRail.find((meanings) => meanings.length > 0) ?? [];
}

function explainResultOf(rail: Rail, code: string, message: string | undefined): Explanation[] {
  const meanings = new Map<string, Explanation>();
  for (const { place, ...said } of places) {
    const decoded = explainCode({ code, message: message ?? null }, said, rail);
    if (decoded.category === 'unknown') continue;
    const same = meanings.get(decoded.title);
    if (same) same.places.push(place);
    else meanings.set(decoded.title, explanationOf([place], decoded));
  }
  const isEverywhere = ({ places: where }: Explanation) => where.length === places.length;
  return [...meanings.values()].map((each) => (isEverywhere(each) ? { ...each, places: [anywhere] } : each));
}

function explanationOf(where: string[], decoded: Decoded): Explanation {
  const { title, cause, fix, category, retryable, customerMessage } = decoded;
  const isOver = category === 'success';
  const later = 'Not as it is. Follow the fix first, then use a new Idempotency-Key.';
  const retry = retryable ? 'Yes, at once, with a new Idempotency-Key.' : later;
  return {
    places: where,
    title,
    meaning: cause,
    fix,
    responsible: responsibleFor(category),
    retry: isOver ? 'There is nothing to repeat.' : retry,
    customerMessage,
  };
}

function summaryOf(explanations: Explanation[], isKnown: boolean): string {
  if (!isKnown) return 'Tillgate does not know this code. Treat the outcome as unknown and read the status first.';
  return explanations.map(({ places: where, title, fix }) => `${title} (${where.join('; ')}). ${fix}`).join('\n');
}
