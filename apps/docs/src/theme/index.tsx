import { Layout as OriginalLayout } from '@rspress/core/theme-original';
import { ExampleTabs } from './example-tabs.tsx';

export * from '@rspress/core/theme-original';
export { SwitchAppearance } from './switch-appearance.tsx';

/** The reference is no page of the site: a target of its own keeps the router from following the link. */
const reference = (
  <a className="reference-link" href="/docs/reference" target="_top">
    API reference
  </a>
);

/** The layout of all pages. */
export function Layout() {
  return <OriginalLayout afterNavTitle={reference} components={{ 'example-tabs': ExampleTabs }} />;
}
