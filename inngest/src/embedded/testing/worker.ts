/**
 * A worker process for tests: `worker.ts <connection string>`. It prints `active` when it runs the functions and
 * exits with code 1 when it loses the database.
 */
import { randomUUID } from 'node:crypto';
import { Inngest } from 'inngest';
import pg from 'pg';
import { createEmbeddedEngine } from '../index.ts';

const [, , connectionString = ''] = process.argv;
const stepsPerRun = 3;
const pool = new pg.Pool({ connectionString, max: 4 });
const log = { debug() {}, info() {}, warn() {}, error: (fields: object, text: string) => console.error(text, fields) };
const engine = createEmbeddedEngine({ connectionString, log, onLost: () => process.exit(1), backoff: () => 20 });
const client = new Inngest({ id: 'app', isDev: true, fetch: engine.fetch, logger: log });

/** Records for the test that a step ran. Returns how often it has run. */
async function mark(runId: string, step: string, prior: string[] = [], token = ''): Promise<number> {
  await pool.query('INSERT INTO marks (run, step, prior, token) VALUES ($1, $2, $3, $4)', [runId, step, prior, token]);
  const { rowCount } = await pool.query('SELECT 1 FROM marks WHERE run = $1 AND step = $2', [runId, step]);
  return rowCount ?? 0;
}

const functions = [
  client.createFunction({ id: 'chain', triggers: [{ event: 'chain' }] }, async ({ step, runId }) => {
    const tokens: string[] = [];
    for (let index = 0; index < stepsPerRun; index += 1) {
      const token = await step.run(`s${index}`, async () => {
        const made = randomUUID();
        await mark(runId, `s${index}`, tokens, made);
        return made;
      });
      tokens.push(token);
    }
    return tokens;
  }),
  client.createFunction({ id: 'stuck', triggers: [{ event: 'stuck' }] }, async ({ step, runId }) => {
    await step.run('before', () => mark(runId, 'before'));
    await step.run('stuck', async () => {
      if ((await mark(runId, 'stuck')) === 1) await new Promise(() => {});
    });
    await step.run('after', () => mark(runId, 'after'));
  }),
  client.createFunction({ id: 'sleeper', triggers: [{ event: 'sleeper' }] }, async ({ step, runId }) => {
    await step.run('before', () => mark(runId, 'before'));
    await step.sleep('nap', '2s');
    await step.run('after', () => mark(runId, 'after'));
  }),
  client.createFunction({ id: 'poison', triggers: [{ event: 'poison' }] }, async ({ step, runId }) => {
    await step.run('die', async () => {
      await mark(runId, 'die');
      process.kill(process.pid, 'SIGKILL');
      await new Promise(() => {});
    });
  }),
];

await engine.start({ client, functions });
await engine.active;
console.log('active');
