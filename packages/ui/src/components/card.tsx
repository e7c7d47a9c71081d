import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

/** A bordered surface for one subject. Compose with CardHeader, CardContent and CardFooter. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="card"
      className={cn('min-w-0 rounded-lg border bg-card text-card-foreground', className)}
      {...rest}
    />
  );
}

/** Props of {@link CardHeader}. */
interface CardHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons at the right. */
  actions?: ReactNode;
  /** Rank of the title; h2 unless the card stands inside a section. */
  as?: 'h2' | 'h3' | 'h4';
  className?: string;
  /** Id of the title, for `aria-labelledby`. */
  titleId?: string;
}

/** Title of a card, with a line about it and its actions. */
export function CardHeader({ title, description, actions, as: Heading = 'h2', className, titleId }: CardHeaderProps) {
  return (
    <div
      className={cn(
        'flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-2',
        className,
      )}
    >
      <div className="min-w-0">
        <Heading id={titleId} className="font-semibold text-sm">
          {title}
        </Heading>
        {description && <p className="text-muted-foreground text-xs">{description}</p>}
      </div>
      {actions && <div className="flex max-w-full shrink-0 flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}

/** The body of a card. */
export function CardContent({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cn('p-4', className)} {...rest} />;
}

/** Props of {@link Panel}. */
interface PanelProps extends Omit<CardHeaderProps, 'className'> {
  className?: string;
  contentClassName?: string;
  children: ReactNode;
}

/** A card with a title and one body. */
export function Panel({ className, contentClassName, children, ...header }: PanelProps) {
  return (
    <Card className={className}>
      <CardHeader {...header} />
      <CardContent className={contentClassName}>{children}</CardContent>
    </Card>
  );
}

/** The bottom of a card: a link to more, or the buttons of a form. */
export function CardFooter({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cn('flex flex-wrap items-center gap-2 border-t px-4 py-3', className)} {...rest} />;
}
