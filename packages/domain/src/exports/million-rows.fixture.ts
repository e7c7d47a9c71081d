// Makes an export and reads its file, in a process of its own: `npx tsx million-rows.fixture.ts DATABASE_URL EXPORT_ID`.
// Prints the result, and the peak growth of the process's memory.
import { createHash } from 'node:crypto';
import { openDatabase } from '@tillgate/db';
import { operator } from '../kernel/authority.ts';
import type { Context } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { downloadExport } from './download-export.ts';
import { workExport } from './work-export.ts';

const [, , url = '', exportId = ''] = process.argv;
const db = openDatabase(url, { poolMax: 4 });
const sealed = () => {
  throw new DomainError('internal', 'Nothing is sealed here.');
};
const ctx: Context = {
  db,
  clock: { now: () => new Date() },
  publish: async () => {},
  seal: sealed,
  log: { debug() {}, info() {}, warn() {}, error() {} },
};

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
const rssNow = () => megabytes(process.memoryUsage.rss());
const heapNow = () => megabytes(process.memoryUsage().heapUsed);
await db.prisma.export.count();
const [before, heapBefore] = [rssNow(), heapNow()];
let [most, heapMost] = [before, heapBefore];
const look = () => {
  most = Math.max(most, rssNow());
  heapMost = Math.max(heapMost, heapNow());
};

const startedAt = performance.now();
while (!(await workExport(ctx, { exportId })).ended) look();
look();
const madeMs = performance.now() - startedAt;
const row = await db.prisma.export.findUniqueOrThrow({ where: { id: exportId } });
const { applicationId, environment } = row;
const tenant = { applicationId, environment };
const file = await downloadExport({ ...ctx, tenant, actor: 'operator', authority: operator }, { exportId });
const hash = createHash('sha256');
let [bytes, biggest] = [0, 0];
for await (const part of file.parts()) {
  hash.update(part);
  bytes += part.length;
  biggest = Math.max(biggest, part.length);
  look();
}
await db.close();
const isWhole = hash.digest('hex') === file.sha256 && bytes === file.bytes;
const memory = { before, most, grown: most - before, heapBefore, heapMost, heapGrown: heapMost - heapBefore };
console.log(JSON.stringify({ rows: row.rowCount, isWhole, bytes, biggest, madeMs: Math.round(madeMs), memory }));
