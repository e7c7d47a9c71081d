import type { Queryable } from '@tillgate/db';
import {
  type Decision,
  insertDecisions,
  isLinkKind,
  isPromptRule,
  judgePrompt,
  lockPhones,
  type PromptJudgement,
  type PromptRule,
  promptRefusal,
  type Ruling,
  readListEntries,
  type WithGuard,
} from '../guards/index.ts';
import { batched } from '../kernel/batch.ts';
import type { TenantContext } from '../kernel/context.ts';
import { readLinkPrompts } from './link-prompts.ts';
import { readPromptFacts } from './prompt-facts.ts';
import { openPayments } from './statements.ts';

type Opening = Parameters<typeof openPayments>[1][number];
type RulesContext = TenantContext & WithGuard;
/** The rules for a prompt, and whether a list of its application has phones. */
type PromptRuling = Pick<Ruling, 'hasEntries'> & { rules: readonly PromptRule[] };
type Judged = PromptRuling & { opening: Opening; phoneHash: string | null };
type Opened = { isOpened: boolean } | { refused: PromptJudgement };

/**
 * What a prompt is judged by: rules about payment links for prompts of links alone. Undefined when there is nothing, and
 * when it cannot be read: a fault of ours does not stop a shop.
 */
export async function promptRulingOf({ guard, tenant, log, actor }: RulesContext): Promise<PromptRuling | undefined> {
  try {
    const isOfLink = actor.startsWith('link:');
    const { rules: all, hasEntries } = await guard.rulesOf(tenant);
    const rules = all.filter(isPromptRule).filter(({ kind }) => isOfLink || !isLinkKind(kind));
    return rules.length > 0 || hasEntries ? { rules, hasEntries } : undefined;
  } catch (error) {
    log.error({ ...tenant, err: error }, 'The rules of the guard cannot be read. The prompt goes on.');
    return undefined;
  }
}

/** The judging itself failed. The transaction is over, and nothing was written. */
class NotJudged extends Error {}

/**
 * Transaction 1 of a collection where the application has rules, or phones on a list. Judging and opening are one transaction, so that two
 * prompts at once do not both take the last place. What a rule says beside "pass" is recorded, also when it only watches.
 * When the judging fails, the prompt goes on: a fault of ours does not stop a shop.
 * @returns false when the key was claimed before
 * @throws DomainError rate_limited, refused_by_rule; nothing is written but the decision
 */
export async function openWithinRules(ctx: RulesContext, opening: Opening, ruling: PromptRuling): Promise<boolean> {
  const judged = { opening, ...ruling, phoneHash: ctx.guard.phoneHash?.hash(opening.payment.phone) ?? null };
  try {
    const opened = await judgeAndOpen(ctx.db, judged);
    if ('isOpened' in opened) return opened.isOpened;
    if (!opened.refused.refusal) throw new Error('Only a refusal ends the opening of a payment.');
    await insertDecisions(ctx.db.pool, decisionsOf(judged, opened.refused, null));
    throw promptRefusal(opened.refused.refusal);
  } catch (error) {
    if (!(error instanceof NotJudged)) throw error;
    ctx.log.error({ ...ctx.tenant, err: error.cause }, 'The rules of the guard cannot be judged. The prompt goes on.');
    const [isOpened = false] = await openPayments(ctx.db.pool, [opening]);
    return isOpened;
  }
}

/** One transaction for prompts of one turn of the event loop, judged in their order: each sees those before it. */
const judgeAndOpen = batched((db, all: readonly Judged[]) =>
  db.transaction(async (tx): Promise<Opened[]> => {
    const judgements = await judge(tx, all);
    const passing = all.flatMap((judged, index) => {
      const judgement = judgements[index];
      return judgement && !judgement.refusal ? [{ judged, judgement }] : [];
    });
    const opened =
      passing.length === 0
        ? []
        : await openPayments(
            tx,
            passing.map(({ judged }) => judged.opening),
          );
    const isOpened = new Map(passing.map(({ judged }, index) => [judged, opened[index] === true]));
    await insertDecisions(
      tx,
      passing.flatMap(({ judged, judgement }) =>
        isOpened.get(judged) ? decisionsOf(judged, judgement, judged.opening.payment.id) : [],
      ),
    );
    return all.map((judged, index) => {
      const judgement = judgements[index];
      return judgement?.refusal ? { refused: judgement } : { isOpened: isOpened.get(judged) ?? false };
    });
  }),
);

/** @throws NotJudged */
async function judge(tx: Queryable, all: readonly Judged[]): Promise<PromptJudgement[]> {
  try {
    const payments = all.map(({ opening }) => opening.payment);
    await lockPhones(tx, payments);
    const entriesOf = await readListEntries(tx, all.flatMap(listedOf));
    const facts = await readPromptFacts(tx, all.some(({ rules }) => rules.length > 0) ? payments : []);
    const ofLinks = await readLinkPrompts(
      tx,
      all.filter(({ rules }) => rules.some(({ kind }) => isLinkKind(kind))).map(({ opening }) => opening.payment),
    );
    return all.map(({ opening: { payment }, rules, phoneHash }, index) => {
      const { amount, createdAt: now } = payment;
      const { applicationId, environment } = payment;
      const entries = entriesOf({ applicationId, environment, phoneHash });
      const known = { ...facts.of(index), ofLinks: ofLinks(payment), entries };
      const judgement = judgePrompt(known, rules, { amount, now });
      if (!judgement.refusal) facts.add(index);
      return judgement;
    });
  } catch (error) {
    throw new NotJudged('The rules cannot be judged.', { cause: error });
  }
}

/** The phone of a prompt, where the lists of its application are to be asked. */
function listedOf({ opening: { payment }, hasEntries, phoneHash }: Judged) {
  const { applicationId, environment } = payment;
  return hasEntries && phoneHash !== null ? [{ applicationId, environment, phoneHash }] : [];
}

function decisionsOf(
  { opening: { payment }, phoneHash }: Judged,
  { broken }: PromptJudgement,
  paymentId: string | null,
): Decision[] {
  const { applicationId, environment, amount, createdAt: at } = payment;
  return broken.map((rule) => ({
    ...{ rule, applicationId, environment, paymentId, disbursementId: null, phoneHash, amount, at },
  }));
}
