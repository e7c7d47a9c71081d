import { buttonVariants } from '@tillgate/ui';
import { Check, Columns3 } from 'lucide-react';
import { getTranslator } from '@/i18n/server';
import { toggleColumn } from './choose-columns.ts';
import type { ColumnList } from './columns.ts';

type Props = { list: ColumnList; columns: { id: string; name: string }[]; hidden: readonly string[] };

/** Which columns of a list are shown. The browser opens and closes it, and the server does the rest: it needs no script. */
export async function ColumnsChoice({ list, columns, hidden }: Props) {
  const t = await getTranslator('lists');
  const id = `columns-${list}`;
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={`${buttonVariants({ size: 'sm', variant: 'ghost' })} [anchor-name:--columns]`}
      >
        <Columns3 aria-hidden="true" />
        {t('columns')}
      </button>
      <form
        id={id}
        popover="auto"
        action={toggleColumn}
        aria-label={t('columnsShown')}
        className="w-56 rounded-lg border bg-popover p-1 text-popover-foreground shadow-overlay [inset:auto] [margin:auto] supports-[position-area:bottom]:[margin:4px_0] supports-[position-area:bottom]:[position-anchor:--columns] supports-[position-area:bottom]:[position-area:bottom_span-left]"
      >
        <p className="px-2 py-1.5 font-medium text-muted-foreground text-xs">{t('columnsShown')}</p>
        {columns.map((column) => (
          <button
            key={column.id}
            type="submit"
            name="column"
            value={`${list}:${column.id}`}
            aria-pressed={!hidden.includes(column.id)}
            className="group flex min-h-8 w-full items-center gap-2 rounded-sm px-2 py-1 text-left text-sm hover:bg-accent pointer-coarse:min-h-11"
          >
            <Check aria-hidden="true" className="invisible size-4 text-muted-foreground group-aria-pressed:visible" />
            {column.name}
          </button>
        ))}
      </form>
    </>
  );
}
