'use client';

import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Kbd } from '../components/kbd.tsx';
import { Spinner } from '../components/spinner.tsx';
import { useUiLabels } from '../lib/ui-provider.tsx';
import { useFocusReturn } from '../lib/use-focus-return.ts';

/** One thing that can be done or gone to. */
interface CommandItem {
  id: string;
  label: string;
  icon?: ReactNode;
  /** More words that find it. */
  keywords?: string[];
  /** At the right: what kind it is, an amount, a status. */
  hint?: ReactNode;
  shortcut?: string;
  /** Always shown: an answer of the server to what was typed. */
  isResult?: boolean;
  onSelect: () => void;
}

/** Props of {@link CommandPalette}. */
interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Names the dialog and its text box. */
  label: string;
  placeholder: string;
  emptyText: string;
  groups: readonly { id: string; heading: string; items: readonly CommandItem[] }[];
  /** What is typed; controlled when the server searches too. */
  search?: string;
  onSearchChange?: (search: string) => void;
  isLoading?: boolean;
  /** A line below: how to use it. */
  footer?: ReactNode;
  /** Its text box has the focus. */
  onFocused?: () => void;
}

const itemClasses =
  'flex min-h-9 cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm data-[selected=true]:bg-accent data-[selected=true]:text-accent-foreground pointer-coarse:min-h-11 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted-foreground';
const groupClasses =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs';

type GroupsProps = Pick<CommandPaletteProps, 'groups' | 'onOpenChange'>;

function Groups({ groups, onOpenChange }: GroupsProps) {
  return groups
    .filter((group) => group.items.length > 0)
    .map((group) => (
      <Command.Group
        key={group.id}
        value={group.id}
        heading={group.heading}
        // A group is hidden when its entries do not match, also when they are always shown.
        forceMount={group.items.some((item) => item.isResult)}
        className={groupClasses}
      >
        {group.items.map((item) => (
          <Command.Item
            key={item.id}
            value={item.id}
            keywords={[item.label, ...(item.keywords ?? [])]}
            forceMount={item.isResult}
            onSelect={() => {
              onOpenChange(false);
              item.onSelect();
            }}
            className={itemClasses}
          >
            {item.icon}
            <span className="min-w-0 truncate">{item.label}</span>
            {item.hint && <span className="ml-auto shrink-0 text-muted-foreground text-xs">{item.hint}</span>}
            {item.shortcut && <Kbd className={item.hint ? undefined : 'ml-auto'}>{item.shortcut}</Kbd>}
          </Command.Item>
        ))}
      </Command.Group>
    ));
}

/** 1 when each typed word begins a word of the label or of a keyword, else 0: an entry is never found by scattered letters. */
function fit(_id: string, search: string, keywords: string[] = []): number {
  const words = keywords.join(' ').toLowerCase().split(/\s+/);
  const typed = search.trim().toLowerCase().split(/\s+/);
  return typed.every((start) => words.some((word) => word.startsWith(start))) ? 1 : 0;
}

/**
 * Which entry is marked. The first result of the server is marked when it comes, unless the person has chosen another entry
 * meanwhile. Enter before that waits for the answer, and opens its first result.
 */
function useMarked({ groups, search, isLoading = false, onOpenChange }: CommandPaletteProps) {
  const [marked, setMarked] = useState('');
  const [chosenFor, setChosenFor] = useState<string>();
  const [enteredFor, setEnteredFor] = useState<string>();
  const items = groups.flatMap((group) => group.items);
  const first = isLoading ? undefined : items.find((item) => item.isResult);
  const firstId = first?.id;
  const isChosen = chosenFor === search;
  useEffect(() => {
    if (firstId !== undefined && !isChosen) setMarked(firstId);
  }, [firstId, isChosen]);
  const isAwaited = enteredFor !== undefined && enteredFor === search && !isLoading;
  useEffect(() => {
    if (!isAwaited) return;
    setEnteredFor(undefined);
    const entered = first ?? items.find(({ id }) => id === marked);
    if (!entered) return;
    onOpenChange(false);
    entered.onSelect();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setChosenFor(search);
    else if (event.key === 'Enter' && isLoading && !isChosen) {
      event.preventDefault();
      setEnteredFor(search);
    }
  };
  return { value: marked, onValueChange: setMarked, onKeyDown };
}

/** Goes anywhere and finds anything from the keyboard. The app owns the shortcut that opens it. */
export function CommandPalette(props: CommandPaletteProps) {
  const words = useUiLabels();
  const input = useRef<HTMLInputElement>(null);
  const focusReturn = useFocusReturn({
    onOpenAutoFocus(event) {
      // Of itself the dialog marks what stands in the text box, and the next letter would replace it.
      event.preventDefault();
      const end = input.current?.value.length ?? 0;
      input.current?.focus();
      input.current?.setSelectionRange(end, end);
      props.onFocused?.();
    },
  });
  const marked = useMarked(props);
  const hasResults = props.groups.some((group) => group.items.some((item) => item.isResult));
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-overlay data-[state=open]:animate-fade-in" />
        <Radix.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="fixed inset-x-2 top-2 z-50 mx-auto max-w-xl overflow-hidden rounded-xl border bg-popover text-popover-foreground shadow-overlay outline-none data-[state=open]:animate-rise-in sm:top-[12vh]"
        >
          <Radix.Title className="sr-only">{props.label}</Radix.Title>
          <Command label={props.label} loop filter={fit} {...marked}>
            <div className="flex items-center gap-2.5 border-b px-4">
              {props.isLoading ? (
                <Spinner label={words.loading} className="text-muted-foreground" />
              ) : (
                <Search aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
              )}
              <Command.Input
                ref={input}
                value={props.search}
                onValueChange={props.onSearchChange}
                placeholder={props.placeholder}
                className="h-12 w-full min-w-0 bg-transparent text-base outline-none max-sm:text-[16px]"
              />
            </div>
            <Command.List label={props.label} className="max-h-[min(24rem,60dvh)] scroll-py-1.5 overflow-y-auto p-1.5">
              {!hasResults && (
                <Command.Empty className="px-2.5 py-8 text-center text-muted-foreground text-sm">
                  {props.isLoading ? words.loading : props.emptyText}
                </Command.Empty>
              )}
              <Groups groups={props.groups} onOpenChange={props.onOpenChange} />
            </Command.List>
          </Command>
          {props.footer && (
            <div className="border-t px-4 py-2 text-muted-foreground text-xs max-sm:hidden">{props.footer}</div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
