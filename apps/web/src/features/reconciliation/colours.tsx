import { Badge, type Tone } from '@tillgate/ui';
import { Check, CircleAlert, type LucideIcon, Minus, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import type { CalendarDay } from './types.ts';

type Colour = CalendarDay['colour'];

/** Each colour has its own icon, for people who do not see colours. */
export const signs: Record<Colour, { tone: Tone; Icon: LucideIcon }> = {
  green: { tone: 'success', Icon: Check },
  amber: { tone: 'warning', Icon: TriangleAlert },
  red: { tone: 'danger', Icon: CircleAlert },
  none: { tone: 'neutral', Icon: Minus },
};

export function ColourBadge({ colour }: { colour: Colour }) {
  const t = useTranslations('reconciliation.colours');
  const { tone, Icon } = signs[colour];
  return (
    <Badge tone={tone} icon={<Icon />}>
      {t(colour)}
    </Badge>
  );
}
