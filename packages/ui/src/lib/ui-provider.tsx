'use client';

import { type ComponentType, createContext, type ReactNode, type Ref, useContext, useMemo } from 'react';

/** What the kit asks of a link component; Next's `Link` has it. */
export interface UiLinkProps {
  href: string;
  children?: ReactNode;
  className?: string;
  ref?: Ref<HTMLAnchorElement>;
  'aria-current'?: 'page' | 'true';
  'aria-label'?: string;
  rel?: string;
  'data-row-link'?: '';
}

/** The few words that the kit says itself. */
interface UiLabels {
  close: string;
  copy: string;
  copied: string;
  download: string;
  loading: string;
  retry: string;
  remove: string;
  clear: string;
  optional: string;
  newer: string;
  older: string;
  pagination: string;
  breadcrumbs: string;
  showMore: string;
  showLess: string;
  cancel: string;
  noMatches: string;
  search: string;
}

const english: UiLabels = {
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  download: 'Download',
  loading: 'Loading',
  retry: 'Try again',
  remove: 'Remove',
  clear: 'Clear',
  optional: 'optional',
  newer: 'Newer',
  older: 'Older',
  pagination: 'Pages',
  breadcrumbs: 'Breadcrumbs',
  showMore: 'Show more',
  showLess: 'Show less',
  cancel: 'Cancel',
  noMatches: 'Nothing matches',
  search: 'Search',
};

function PlainLink(props: UiLinkProps) {
  return <a {...props} />;
}

interface UiSettings {
  link: ComponentType<UiLinkProps>;
  labels: UiLabels;
}

const UiContext = createContext<UiSettings>({ link: PlainLink, labels: english });

/** Props of {@link UiProvider}. */
interface UiProviderProps {
  /** The app's own link, so that rows and breadcrumbs navigate without a page load. */
  link?: ComponentType<UiLinkProps>;
  /** Translations of the kit's own words; English for those left out. */
  labels?: Partial<UiLabels>;
  children: ReactNode;
}

/** Mounted once around an app: says how the kit links and in which words it speaks. */
export function UiProvider({ link, labels, children }: UiProviderProps) {
  const value = useMemo(() => ({ link: link ?? PlainLink, labels: { ...english, ...labels } }), [link, labels]);
  return <UiContext value={value}>{children}</UiContext>;
}

/** The words of the nearest provider. */
export function useUiLabels(): UiLabels {
  return useContext(UiContext).labels;
}

/** A link through the app's own link component; a plain anchor outside a provider. */
export function UiLink(props: UiLinkProps) {
  const { link: Link } = useContext(UiContext);
  return <Link {...props} />;
}
