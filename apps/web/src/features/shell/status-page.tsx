import { buttonVariants, cn } from '@tillgate/ui';
import { Link } from './link.tsx';

type Props = {
  title: string;
  description: string;
  href: string;
  action: string;
  /** Outside of the frame: it brings its own landmark. */
  isWhole?: boolean;
};

/** A page that says in one sentence why there is nothing to see, and leads on. */
export function StatusPage({ title, description, href, action, isWhole }: Props) {
  const Landmark = isWhole ? 'main' : 'div';
  return (
    <Landmark
      className={cn(
        'mx-auto grid max-w-md content-center justify-items-start gap-2 px-4',
        isWhole ? 'min-h-dvh' : 'py-20',
      )}
    >
      <title>{`${title} · Tillgate`}</title>
      <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
      <p className="text-muted-foreground">{description}</p>
      <Link href={href} className={cn(buttonVariants({ variant: 'secondary' }), 'mt-3')}>
        {action}
      </Link>
    </Landmark>
  );
}
