// @ts-check
// Plain JavaScript, so that a production machine needs no compiler to read it.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Whether somebody builds here again and again: the first build does not pay for a cache, almost half of its work. */
const isRebuild = existsSync(new URL('.next/BUILD_ID', import.meta.url));

/** For every answer, files and errors included. */
const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
};

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Our workspaces are TypeScript sources; what has native parts or many files stays outside of the bundle.
  transpilePackages: ['@tillgate/db', '@tillgate/domain', '@tillgate/inngest', '@tillgate/process', '@tillgate/ui'],
  serverExternalPackages: [
    '@cantoo/pdf-lib',
    '@node-rs/argon2',
    '@pothos/core',
    '@pothos/plugin-complexity',
    '@pothos/plugin-prisma',
    '@pothos/plugin-relay',
    '@pothos/plugin-scope-auth',
    '@prisma/adapter-pg',
    '@prisma/client',
    'graphql',
    'graphql-yoga',
    'inngest',
    'libsodium-wrappers',
    'pg',
    'pino',
    'prom-client',
    'rate-limiter-flexible',
    'undici',
  ],
  // `npm run build` checks the types first. `npm start` runs what was checked before it was released.
  typescript: { ignoreBuildErrors: true },
  turbopack: {
    root: repository,
    // Texts are compiled where they are read (src/i18n/compile.ts): no page needs a parser for them.
    resolveAlias: { 'use-intl/format-message': 'use-intl/format-message/format-only' },
  },
  headers: async () => [
    { source: '/:path*', headers: Object.entries(everywhere).map(([key, value]) => ({ key, value })) },
  ],
  devIndicators: false,
  experimental: {
    // A process loads the code of the server once. Minifying it and writing source maps took a quarter of a build.
    turbopackMinify: { server: false },
    turbopackSourceMaps: process.env.NODE_ENV !== 'production',
    // forbidden(): a page that a role may not see is answered with 403 by the server.
    authInterrupts: true,
    // A start would read all pages, which is most of its time. The first visit of a page reads that page.
    preloadEntriesOnStart: false,
    turbopackFileSystemCacheForBuild: isRebuild,
    turbopackChunking: { requestCost: 600_000, maxMergeChunkSize: 600_000, minChunkSize: 150_000 },
    optimizePackageImports: ['@tillgate/ui', 'lucide-react', 'radix-ui'],
  },
};

export default config;
