import {
  countSealed,
  createOpen,
  generateSealKeys,
  keyIdOf,
  type Resealed,
  readKey,
  reseal,
  type SealedCount,
} from '@tillgate/domain/sealing';
import { createTotpVault, generateVaultKey } from '@tillgate/domain/users';
import { command, group } from '../command.ts';
import { type OperatorContext, withOperator } from '../deps.ts';
import { type ResealEnv, readEnv, readResealEnv, sealKeyId } from '../env.ts';
import { flag } from '../fields.ts';
import type { Answer } from '../output.ts';
import { table } from '../table.ts';

type Report = (line: string) => void;

export const sealKeys = group(
  'keys',
  'keys that stored secrets are encrypted with',
  command('generate-seal', {
    about: 'create a key pair that secrets are encrypted with; it is stored nowhere',
    help: `
The private key opens every secret of every merchant. Give it only to the API and the worker, and back it up.
To replace a pair in use, see "tillgate keys rotate-seal --help".`,
    run: async () => {
      const keys = await generateSealKeys();
      const publicKey = readKey(keys.publicKey);
      const keyId = publicKey ? keyIdOf(publicKey) : '';
      const text = `# Key ${keyId}\nSEAL_PUBLIC_KEY=${keys.publicKey}\nSEAL_PRIVATE_KEY=${keys.privateKey}`;
      return { json: { keyId, ...keys }, text };
    },
  }),
  command('generate-vault', {
    about: 'create a key that the dashboard encrypts authenticator secrets with; it is stored nowhere',
    help: '\nTo replace a key in use, put the new one in front of VAULT_KEYS, followed by a comma.',
    run: async () => {
      const key = generateVaultKey();
      return { json: { key }, text: `VAULT_KEYS=${key}` };
    },
  }),
  command('rotate-seal', {
    about: 'encrypt all stored secrets again for SEAL_PUBLIC_KEY, while everything runs',
    options: { dryRun: flag('--dry-run', 'only count what is sealed for which key; this needs no private key') },
    help: `
The command reads SEAL_PUBLIC_KEY and SEAL_PRIVATE_KEY, and for authenticator apps VAULT_KEYS and NEXTAUTH_SECRET, from
its environment. You can stop it and start it again. Secrets that are stored meanwhile are not changed.

To replace the seal keys:
  1. tillgate keys generate-seal
  2. Put the new private key in front of SEAL_PRIVATE_KEY on every API and worker, and restart them.
  3. Replace SEAL_PUBLIC_KEY on every API, worker, dashboard and command line, and restart them.
  4. tillgate keys rotate-seal
  5. When the command says so, remove the old private key.`,
    run: async ({ dryRun }, { report }) => {
      if (dryRun) return withOperator(count);
      const env = await readResealEnv();
      return withOperator((ctx) => rotate(ctx, env, report));
    },
  }),
);

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
  const reportResealed = ({ table: name, column, resealed }: Resealed) =>
    report(`${name}.${column}: ${resealed} encrypted again\n`);
  const results = await reseal(
    ctx,
    { by: 'box', keyId, anew: (sealed, place) => ctx.seal(open(sealed, place), place) },
    reportResealed,
  );
  const vault = env.VAULT_KEYS === undefined ? undefined : createTotpVault(env.VAULT_KEYS, env.NEXTAUTH_SECRET);
  if (vault) {
    const anew = (sealed: string, [userId]: readonly [string, ...string[]]) =>
      vault.seal(vault.open(sealed, userId), userId);
    const [newest] = vault.keyIds;
    results.push(
      ...(await reseal(
        ctx,
        { by: 'vault', keyId: newest, anew: (sealed, { row }) => anew(sealed, row) },
        reportResealed,
      )),
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
    ...(overtaken > 0 ? [`${overtaken} were replaced by somebody else meanwhile.`] : []),
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
      : 'No authenticator app is encrypted under NEXTAUTH_SECRET now; you can change it.';
  }
  const name = by === 'vault' ? `vault key ${keyId}` : `key ${keyId}`;
  if (left === 0) return `Nothing is sealed for ${name} now; you can remove it.`;
  const advice = 'If a process still seals for it, restart that process and repeat this.';
  return `${left} secrets are still sealed for ${name}: keep it. ${advice}`;
}
