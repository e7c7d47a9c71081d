import { countSealed, createOpen, type Resealed, reseal, type SealedCount } from '@tillgate/domain/sealing';
import { createTotpVault } from '@tillgate/domain/users';
import { Command } from 'commander';
import { type OperatorContext, withOperator } from '../deps.ts';
import { type ResealEnv, readEnv, readResealEnv, sealKeyId } from '../env.ts';
import type { Answer } from '../output.ts';
import { table } from '../table.ts';

type Options = { dryRun?: true };
type Report = (line: string) => void;

const help = `
The command reads SEAL_PUBLIC_KEY and SEAL_PRIVATE_KEY, and for authenticator apps VAULT_KEYS and NEXTAUTH_SECRET, from
its environment. It may be stopped and started again. What somebody stores meanwhile stays as they stored it.

To replace the seal keys:
  1. tillgate keys generate-seal
  2. Put the new private key in front of SEAL_PRIVATE_KEY on every API and worker, and restart them.
  3. Replace SEAL_PUBLIC_KEY on every API, worker, dashboard and command line, and restart them.
  4. tillgate keys rotate-seal
  5. When the command says so, remove the old private key.`;

export function keysRotateSeal(answer: (answer: Answer) => void, report: Report): Command {
  return new Command('rotate-seal')
    .description('seal all stored secrets anew for SEAL_PUBLIC_KEY, while everything runs')
    .option('--dry-run', 'only count what is sealed for which key; this needs no private key')
    .addHelpText('after', help)
    .action(async ({ dryRun }: Options) => {
      if (dryRun) answer(await withOperator(count));
      else {
        const env = await readResealEnv();
        answer(await withOperator((ctx) => rotate(ctx, env, report)));
      }
    });
}

async function count(ctx: OperatorContext): Promise<Answer> {
  const keyId = sealKeyId(readEnv().SEAL_PUBLIC_KEY);
  const counts = await countSealed(ctx);
  const rows = counts.map((one) => [
    `${one.table}.${one.column}`,
    one.keyId || (one.by === 'vault' ? 'NEXTAUTH_SECRET' : 'unknown'),
    one.isBound ? 'yes' : 'no',
    String(one.count),
  ]);
  const text = rows.length > 0 ? table(['stored in', 'key', 'bound to its row', 'count'], rows) : 'Nothing is sealed.';
  return { json: { keyId, counts }, text: `${text}\nSEAL_PUBLIC_KEY is key ${keyId}.` };
}

async function rotate(ctx: OperatorContext, env: ResealEnv, report: Report): Promise<Answer> {
  const open = await createOpen(env.SEAL_PRIVATE_KEY);
  const { keyId } = env;
  const tell = ({ table: name, column, resealed }: Resealed) => report(`${name}.${column}: ${resealed} sealed anew\n`);
  const results = await reseal(
    ctx,
    { by: 'box', keyId, anew: (sealed, place) => ctx.seal(open(sealed, place), place) },
    tell,
  );
  const vault = env.VAULT_KEYS === undefined ? undefined : createTotpVault(env.VAULT_KEYS, env.NEXTAUTH_SECRET);
  if (vault) {
    const anew = (sealed: string, [userId]: readonly [string, ...string[]]) =>
      vault.seal(vault.open(sealed, userId), userId);
    const [newest] = vault.keyIds;
    results.push(
      ...(await reseal(ctx, { by: 'vault', keyId: newest, anew: (sealed, { row }) => anew(sealed, row) }, tell)),
    );
  }
  const counts = await countSealed(ctx);
  const keys = [
    ...judge(counts, 'box', keyId, env.privateKeyIds),
    ...(vault ? judge(counts, 'vault', vault.keyIds[0], [...vault.keyIds, '']) : []),
  ];
  return answerOf(results, keys, { keyId, hasVault: vault !== undefined });
}

/** How many texts are still sealed for each key but the newest. */
type OldKey = { by: SealedCount['by']; keyId: string; count: number };

function judge(counts: SealedCount[], by: SealedCount['by'], newest: string, known: string[]): OldKey[] {
  const own = counts.filter((one) => one.by === by);
  const ids = new Set([...known, ...own.map(({ keyId }) => keyId)]);
  return [...ids]
    .filter((keyId) => keyId !== newest)
    .map((keyId) => ({
      by,
      keyId,
      count: own.filter((one) => one.keyId === keyId).reduce((sum, one) => sum + one.count, 0),
    }));
}

function answerOf(
  results: Resealed[],
  oldKeys: OldKey[],
  { keyId, hasVault }: { keyId: string; hasVault: boolean },
): Answer {
  const sum = (of: (one: Resealed) => number) => results.reduce((total, one) => total + of(one), 0);
  const resealed = sum((one) => one.resealed);
  const overtaken = sum((one) => one.overtaken);
  const failures = results.flatMap((one) =>
    one.failed.map(({ row, reason }) => `${one.table}.${one.column} of ${row} stays as it is: ${reason}.`),
  );
  const isDone = failures.length === 0 && oldKeys.every(({ count: left }) => left === 0);
  const lines = [
    resealed > 0 ? `Sealed ${resealed} secrets anew.` : 'There was nothing to seal anew.',
    ...(overtaken > 0 ? [`${overtaken} were stored by somebody else meanwhile.`] : []),
    ...failures,
    ...oldKeys.map(fateOf),
    ...(hasVault ? [] : ['Authenticator apps were not looked at: VAULT_KEYS is not set here.']),
  ];
  return { json: { keyId, results, oldKeys, ok: isDone }, text: lines.join('\n'), failed: !isDone };
}

function fateOf({ by, keyId, count: left }: OldKey): string {
  if (keyId === '' && by === 'vault') {
    return left > 0
      ? `${left} authenticator apps are still encrypted under NEXTAUTH_SECRET: do not change it.`
      : 'No authenticator app is encrypted under NEXTAUTH_SECRET any more; you can change it.';
  }
  const name = by === 'vault' ? `vault key ${keyId}` : `key ${keyId}`;
  if (left === 0) return `Nothing is sealed for ${name} any more; you can remove it.`;
  const advice = 'If a process still seals for it, restart that process and repeat this.';
  return `${left} secrets are still sealed for ${name}: keep it. ${advice}`;
}
