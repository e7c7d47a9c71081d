import { fileURLToPath } from 'node:url';
import { defineConfig } from '@rspress/core';
import { groupExamples } from './src/markdown/group-examples.ts';
import { isOutside, unlinkOutside } from './src/markdown/unlink-outside.ts';
import { notShown, sidebarOf } from './src/sidebar.ts';

const pages = fileURLToPath(new URL('../../docs', import.meta.url));

/** The site of `docs/`, which the public API serves below /docs. */
export default defineConfig({
  root: pages,
  base: '/docs/',
  outDir: 'dist',
  title: 'Tillgate',
  description: 'Guides of Tillgate, the self-hosted gateway for mobile money.',
  icon: new URL('./src/theme/icon.svg', import.meta.url),
  themeDir: fileURLToPath(new URL('./src/theme', import.meta.url)),
  globalStyles: fileURLToPath(new URL('./src/theme/style.css', import.meta.url)),
  route: { exclude: notShown },
  themeConfig: {
    sidebar: { '/': sidebarOf(pages) },
    enableScrollToTop: false,
    footer: { message: '' },
  },
  markdown: {
    link: { checkDeadLinks: { excludes: isOutside }, checkAnchors: true },
    remarkPlugins: [groupExamples, unlinkOutside],
  },
  search: { codeBlocks: true },
  builderConfig: { performance: { printFileSize: false } },
});
