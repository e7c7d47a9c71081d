/**
 * At the start of the server: an invalid environment ends it now and not at the first request, and from then on requests
 * tell where their connection comes from, connections end with the process, and metrics count. What runs elsewhere (the build, the edge) must not even contain the rest, so the variable
 * is asked here.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs' && process.env.NEXT_PHASE !== 'phase-production-build') {
    const [{ getDeps }, { readEnv }, { notePeers }, { closeConnectionsOnSignal }, { serveMetrics }] = await Promise.all(
      [
        import('../deps.ts'),
        import('../env.ts'),
        import('@/security/peer'),
        import('./close-connections.ts'),
        import('./metrics.ts'),
      ],
    );
    notePeers();
    closeConnectionsOnSignal();
    await serveMetrics(readEnv(), await getDeps());
  }
}
