import { getDeps } from '@/deps';

/** Whether the dashboard can do its work: 503 while the database is unavailable. */
export async function GET(): Promise<Response> {
  const { context } = await getDeps();
  try {
    await context.db.pool.query('SELECT 1');
    return Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } });
  } catch {
    return Response.json({ status: 'unavailable' }, { status: 503, headers: { 'cache-control': 'no-store' } });
  }
}
