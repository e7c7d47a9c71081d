import {
  ArrowUpFromLine,
  BookOpen,
  Braces,
  CalendarCheck,
  ChartColumn,
  ChartNoAxesCombined,
  CircleCheckBig,
  CircleHelp,
  ClipboardCheck,
  FileDown,
  Fingerprint,
  Hand,
  House,
  KeyRound,
  ReceiptText,
  Scale,
  ScrollText,
  ShieldBan,
  ShieldCheck,
  Smartphone,
  Store,
  Terminal,
  Users,
  Wallet,
  Webhook,
  Zap,
} from 'lucide-react';
import type { ReactNode } from 'react';

const icons = {
  home: House,
  payments: ReceiptText,
  collect: Hand,
  payouts: ArrowUpFromLine,
  approvals: CircleCheckBig,
  reviews: ClipboardCheck,
  inquiries: CircleHelp,
  offline: Store,
  reports: ChartColumn,
  reconciliation: Scale,
  days: CalendarCheck,
  float: Wallet,
  exports: FileDown,
  reportingTokens: ChartNoAxesCombined,
  keys: KeyRound,
  webhooks: Webhook,
  requests: Terminal,
  events: Zap,
  graphql: Braces,
  catalogue: BookOpen,
  handset: Smartphone,
  credentials: Fingerprint,
  members: Users,
  policy: ShieldCheck,
  guard: ShieldBan,
  audit: ScrollText,
};

/** The icon of each page of the rail, by its name. The layout draws them on the server: no page brings them as JavaScript. */
export function navigationIcons(): Record<string, ReactNode> {
  return Object.fromEntries(
    Object.entries(icons).map(([name, Icon]) => [
      name,
      <Icon key={name} aria-hidden="true" className="size-4 shrink-0" />,
    ]),
  );
}
