'use client';

import { useRouter } from 'next/navigation';
import type { ComponentProps, MouseEvent } from 'react';

type Props = Omit<ComponentProps<'a'>, 'href'> & { href: string };

/**
 * A link to another page of the dashboard, without loading a whole page. It asks for nothing before it is pressed:
 * pages belong to one person and are rendered when they are opened. Next's own link asks for every link in sight, 64
 * times on a list of payments, and gets empty answers.
 */
export function Link({ href, onClick, ...rest }: Props) {
  const router = useRouter();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !opensHere(event)) return;
    event.preventDefault();
    router.push(href);
  };
  return <a {...rest} href={href} onClick={follow} />;
}

/** The browser does the rest: other tabs and windows, files, other sites. */
function opensHere(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target, origin, download } = event.currentTarget;
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  return isPlain && (target === '' || target === '_self') && download === '' && origin === window.location.origin;
}
