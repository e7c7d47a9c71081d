import { cn } from '../lib/cn.ts';

/** Props of {@link Avatar}. */
interface AvatarProps {
  /** Its initials are shown. The name itself stands beside; the avatar is decoration. */
  name: string;
  size?: 'sm' | 'md' | 'lg';
  className?: string;
}

const sizes = { sm: 'size-6 text-[10px]', md: 'size-8 text-xs', lg: 'size-10 text-sm' };

function initialsOf(name: string): string {
  const words = name
    .replace(/@.*/, '')
    .split(/[\s._-]+/)
    .filter(Boolean);
  const letters =
    words.length > 1 ? [words[0], words.at(-1)].map((word) => word?.[0] ?? '') : [words[0]?.slice(0, 2) ?? ''];
  return letters.join('').toUpperCase();
}

/** A person or an application, by initials. */
export function Avatar({ name, size = 'md', className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'inline-grid shrink-0 select-none place-items-center base:rounded-full border bg-neutral-surface font-medium text-neutral',
        sizes[size],
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  );
}
