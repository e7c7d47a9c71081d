'use client';

import { Breadcrumbs } from '@tillgate/ui';
import { type ComponentProps, useSyncExternalStore } from 'react';
import { asLeft } from './left-places.ts';

type Items = ComponentProps<typeof Breadcrumbs>['items'];

/** The stored state of a list changes only while that list is shown. */
const watchNothing = () => () => undefined;

/** The way back up from a detail page, to its list as it was left. */
export function Trail({ items }: { items: Items }) {
  const hrefs = useSyncExternalStore(
    watchNothing,
    () => hrefsOf(items, asLeft),
    () => hrefsOf(items, (href) => href),
  ).split(' ');
  return <Breadcrumbs items={items.map((item, place) => (item.href ? { ...item, href: hrefs[place] } : item))} />;
}

/** As one text: a new array each time would be a change each time. No address has a space. */
const hrefsOf = (items: Items, lead: (href: string) => string) =>
  items.map(({ href }) => (href ? lead(href) : '')).join(' ');
