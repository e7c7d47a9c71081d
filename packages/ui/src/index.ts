/** The design system's door: everything light. Charts, the command palette and dates have doors of their own. */

export { Badge, type BadgeProps } from './components/badge.tsx';
export { Button, type ButtonProps } from './components/button.tsx';
export { type ButtonVariants, buttonVariants } from './components/button-variants.ts';
export { Callout, type CalloutProps } from './components/callout.tsx';
export { Card, CardContent, CardFooter, CardHeader, type CardHeaderProps } from './components/card.tsx';
export { CodeBlock, type CodeBlockProps } from './components/code-block.tsx';
export { ConfirmDialog, type ConfirmDialogProps } from './components/confirm-dialog.tsx';
export { CopyButton, type CopyButtonProps } from './components/copy-button.tsx';
export {
  DataTable,
  type DataTableColumn,
  type DataTableProps,
  type PhonePlace,
} from './components/data-table.tsx';
export {
  Dialog,
  DialogClose,
  DialogContent,
  type DialogContentProps,
  DialogFooter,
  DialogTrigger,
} from './components/dialog.tsx';
export {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuGroup,
  DropdownMenuItem,
  type DropdownMenuItemProps,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from './components/dropdown-menu.tsx';
export { EmptyState, type EmptyStateProps } from './components/empty-state.tsx';
export { ErrorState, type ErrorStateProps } from './components/error-state.tsx';
export { Field, type FieldProps } from './components/field.tsx';
export { type FieldControlProps, useFieldControl } from './components/field-context.ts';
export { IconButton, type IconButtonProps } from './components/icon-button.tsx';
export { Input, type InputProps } from './components/input.tsx';
export { type KeyValueItem, KeyValueList, type KeyValueListProps } from './components/key-value-list.tsx';
export { Label } from './components/label.tsx';
export { LinkTabs, type LinkTabsProps } from './components/link-tabs.tsx';
export { PageHeader, type PageHeaderProps } from './components/page-header.tsx';
export { Pagination, type PaginationProps } from './components/pagination.tsx';
export { Popover, PopoverAnchor, PopoverClose, PopoverContent, PopoverTrigger } from './components/popover.tsx';
export { Select, type SelectOption, type SelectProps } from './components/select.tsx';
export { Skeleton } from './components/skeleton.tsx';
export { Spinner, type SpinnerProps } from './components/spinner.tsx';
export { StatusDot, type StatusDotProps } from './components/status-dot.tsx';
export { Tabs, TabsContent, TabsList, TabsTrigger } from './components/tabs.tsx';
export { Textarea, type TextareaProps } from './components/textarea.tsx';
export { Toaster, type ToasterProps, toast } from './components/toaster.tsx';
export { Tooltip, type TooltipProps } from './components/tooltip.tsx';
export { VisuallyHidden } from './components/visually-hidden.tsx';
export { cn } from './lib/cn.ts';
export { type Tone, toneFill, toneSurface, toneText } from './lib/tone.ts';
export {
  type UiLabels,
  UiLink,
  type UiLinkProps,
  UiProvider,
  type UiProviderProps,
  useUiLabels,
} from './lib/ui-provider.tsx';
