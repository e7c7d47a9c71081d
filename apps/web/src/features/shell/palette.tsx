'use client';

import { useQuery } from '@tanstack/react-query';
import { CommandPalette } from '@tillgate/ui/command';
import { FileSearch, Globe, LogOut, Moon, Sun, UserRound } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useDeferredValue, useState, useTransition } from 'react';
import { useTranslations } from 'use-intl/react';
import { formatMoney, usePreferences } from '@/format';
import { useTRPC } from '@/trpc/client';
import { amountIn } from './amount-in.ts';
import { useFrame } from './frame-context.tsx';
import { leave } from './leave.ts';
import { type NavigationPage, visibleSections } from './navigation.ts';
import { chooseLocale, chooseTimeZone } from './preferences-actions.ts';
import { tenantPath } from './tenant.ts';
import { chooseTheme } from './theme.ts';
import { usePermission } from './use-permission.ts';
import { useTenant } from './use-tenant.ts';

type Props = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The text typed before the palette loaded. */
  readTyped: () => string;
  /** It has the focus from now on. */
  onReady: () => void;
};
type Item = {
  id: string;
  label: string;
  icon: ReactNode;
  keywords?: string[];
  hint?: React.ReactNode;
  isResult?: boolean;
  onSelect: () => void;
};

/** Shorter texts match too much to be worth a search. */
const searchLengthMin = 3;

/** Goes to any page, starts any action, and finds whatever id, receipt, phone or reference is pasted into it. */
export function Palette({ isOpen, onOpenChange, readTyped, onReady }: Props) {
  const t = useTranslations('shell.palette');
  const [text, setText] = useState(readTyped);

  const asked = useDeferredValue(text.trim());
  const found = useFound(asked, isOpen);
  const close = (isStaying: boolean) => {
    onOpenChange(isStaying);
    if (!isStaying) setText('');
  };
  const groups = [
    { id: 'found', heading: t('found'), items: [...found.items, ...usePaymentsOf(amountIn(asked))] },
    { id: 'actions', heading: t('actions'), items: useActions() },
    { id: 'pages', heading: t('pages'), items: usePages() },
    { id: 'preferences', heading: t('preferences'), items: usePreferenceItems() },
  ];
  return (
    <CommandPalette
      open={isOpen}
      onOpenChange={close}
      label={t('label')}
      placeholder={t('placeholder')}
      emptyText={t('empty')}
      groups={groups}
      search={text}
      onSearchChange={setText}
      isLoading={found.isLoading || asked !== text.trim()}
      footer={t('footer')}
      onFocused={onReady}
    />
  );
}

/** What the server finds for the text, in this application and environment. */
function useFound(text: string, isOpen: boolean): { items: Item[]; isLoading: boolean } {
  const trpc = useTRPC();
  const tenant = useTenant();
  const router = useRouter();
  const isWorthIt = isOpen && text.length >= searchLengthMin;
  // An Enter for this text must not open a result of an earlier text.
  const answer = useQuery(trpc.search.find.queryOptions({ ...tenant, text }, { enabled: isWorthIt }));
  const hits = isWorthIt ? (answer.data?.hits ?? []) : [];
  return {
    isLoading: isWorthIt && answer.isFetching,
    items: hits.map(({ kind, id, title, subtitle, href }) => ({
      id: `${kind}-${id}`,
      label: title,
      hint: subtitle,
      icon: <FileSearch aria-hidden="true" />,
      isResult: true,
      onSelect: () => router.push(href),
    })),
  };
}

/** The list of payments of a sum. */
function usePaymentsOf(amount: number | undefined): Item[] {
  const t = useTranslations('shell.palette');
  const tenant = useTenant();
  const router = useRouter();
  const isPermitted = usePermission('payments.read');
  if (amount === undefined || !isPermitted) return [];
  return [
    {
      id: 'payments-of-amount',
      label: t('amount', { amount: formatMoney(amount) }),
      icon: <FileSearch aria-hidden="true" />,
      isResult: true,
      onSelect: () => router.push(`${tenantPath(tenant, 'payments')}?min=${amount}&max=${amount}`),
    },
  ];
}

function usePages(): Item[] {
  const t = useTranslations('shell');
  const tenant = useTenant();
  const router = useRouter();
  const { permissions, icons } = useFrame();
  const sections = visibleSections(permissions, tenant.environment);
  const item = ({ name, page }: NavigationPage, section: string | undefined): Item => ({
    id: `page-${name}`,
    label: t(`pages.${name}`),
    icon: icons[name],
    keywords: [name, page],
    hint: section,
    onSelect: () => router.push(tenantPath(tenant, page)),
  });
  return [
    ...sections.flatMap(({ name, pages }) => pages.map((page) => item(page, name && t(`sections.${name}`)))),
    {
      id: 'page-account',
      label: t('account.open'),
      icon: <UserRound aria-hidden="true" />,
      onSelect: () => router.push('/account'),
    },
    {
      id: 'sign-out',
      label: t('account.signOut'),
      icon: <LogOut aria-hidden="true" />,
      keywords: ['log out', 'logout', 'exit'],
      onSelect: () => void leave(),
    },
  ];
}

function useActions(): Item[] {
  const t = useTranslations('shell.palette.does');
  const tenant = useTenant();
  const router = useRouter();
  const { icons } = useFrame();
  const action = (name: string, page: string, icon: ReactNode, isPermitted: boolean): Item[] =>
    isPermitted
      ? [
          {
            id: `action-${name}`,
            label: t(name),
            icon,
            onSelect: () => router.push(tenantPath(tenant, page)),
          },
        ]
      : [];
  return [
    ...action('collect', 'collect', icons.collect, usePermission('payments.collect')),
    ...action('payOut', 'payouts/new', icons.payouts, usePermission('payouts.request')),
    ...action('createKey', 'developers/keys', icons.keys, usePermission('keys.write')),
    ...action('createEndpoint', 'developers/endpoints', icons.webhooks, usePermission('endpoints.write')),
  ];
}

function usePreferenceItems(): Item[] {
  const t = useTranslations('shell.palette.does');
  const { locale, timeZone } = usePreferences();
  const [, startTransition] = useTransition();
  // The palette is drawn when it is opened, in the browser: what shows is what counts.
  const isDark = document.documentElement.classList.contains('dark');
  return [
    {
      id: 'preference-theme',
      label: isDark ? t('light') : t('dark'),
      icon: isDark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />,
      onSelect: () => chooseTheme(isDark ? 'light' : 'dark'),
    },
    {
      id: 'preference-language',
      label: t('otherLanguage'),
      icon: <Globe aria-hidden="true" />,
      onSelect: () => startTransition(() => chooseLocale(locale === 'en' ? 'sw' : 'en')),
    },
    {
      id: 'preference-zone',
      label: timeZone === 'UTC' ? t('nairobi') : t('utc'),
      icon: <Globe aria-hidden="true" />,
      onSelect: () => startTransition(() => chooseTimeZone(timeZone === 'UTC' ? 'Africa/Nairobi' : 'UTC')),
    },
  ];
}
