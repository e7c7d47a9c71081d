'use client';

import { CommandPalette } from '@tillgate/ui/command';
import { Globe, LogOut, Moon, Sun, UserRound } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useDeferredValue, useState, useTransition } from 'react';
import { useTranslations } from 'use-intl/react';
import { usePreferences } from '@/format';
import { amountIn } from './amount-in.ts';
import { useFrame } from './frame-context.tsx';
import { leave } from './leave.ts';
import { type NavigationPage, visibleSections } from './navigation.ts';
import { type Item, searchLengthMax, useFound, usePaymentsOf, useRecent } from './palette-results.tsx';
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

/** Goes to any page, starts any action, and finds whatever id, receipt, phone or reference is pasted into it. */
export function Palette({ isOpen, onOpenChange, readTyped, onReady }: Props) {
  const t = useTranslations('shell.palette');
  const [text, setText] = useState(readTyped);

  const asked = useDeferredValue(text.trim().slice(0, searchLengthMax));
  const found = useFound(asked, isOpen);
  const close = (isStaying: boolean) => {
    onOpenChange(isStaying);
    if (!isStaying) setText('');
  };
  const groups = [
    { id: 'found', heading: t('found'), items: [...found.items, ...usePaymentsOf(amountIn(asked))] },
    { id: 'recent', heading: t('recent'), items: useRecent(asked === '' && isOpen) },
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
      isLoading={found.isLoading || asked !== text.trim().slice(0, searchLengthMax)}
      footer={t('footer')}
      onFocused={onReady}
    />
  );
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

type ActionName =
  | 'collect'
  | 'payOut'
  | 'refund'
  | 'importStatement'
  | 'askBalance'
  | 'signOff'
  | 'invite'
  | 'limits'
  | 'createKey'
  | 'createToken'
  | 'createEndpoint';

function useActions(): Item[] {
  const t = useTranslations('shell.palette.does');
  const tenant = useTenant();
  const router = useRouter();
  const { icons } = useFrame();
  const words = useTranslations('shell.palette.words');
  const action = (name: ActionName, page: string, icon: ReactNode, isPermitted: boolean): Item[] =>
    isPermitted
      ? [
          {
            id: `action-${name}`,
            label: t(name),
            keywords: [words(name)],
            icon,
            onSelect: () => router.push(tenantPath(tenant, page)),
          },
        ]
      : [];
  return [
    ...action('collect', 'collect', icons.collect, usePermission('payments.collect')),
    ...action('payOut', 'payouts/new', icons.payouts, usePermission('payouts.request')),
    ...action('refund', 'payments?status=success', icons.payments, usePermission('reversals.request')),
    ...action('importStatement', 'reconciliation', icons.reconciliation, usePermission('statements.import')),
    ...action('askBalance', 'inquiries', icons.inquiries, usePermission('inquiries.ask')),
    ...action('signOff', 'days', icons.days, usePermission('days.signOff')),
    ...action('invite', 'settings/members', icons.members, usePermission('members.write')),
    ...action('limits', 'settings/policy', icons.policy, usePermission('policy.write')),
    ...action('createKey', 'developers/keys', icons.keys, usePermission('keys.write')),
    ...action('createToken', 'reporting-tokens', icons.reportingTokens, usePermission('reportingTokens.write')),
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
