/** The design system's door: everything light. Charts, the command palette and dates have doors of their own. */

export {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  type AlertDialogContentProps,
  AlertDialogFooter,
  AlertDialogTrigger,
} from './components/alert-dialog.tsx';
export { Avatar, type AvatarProps } from './components/avatar.tsx';
export { Badge, type BadgeProps } from './components/badge.tsx';
export { Breadcrumbs, type BreadcrumbsProps } from './components/breadcrumbs.tsx';
export { Button, type ButtonProps } from './components/button.tsx';
export { type ButtonVariants, buttonVariants } from './components/button-variants.ts';
export { Callout, type CalloutProps } from './components/callout.tsx';
export { Card, CardContent, CardFooter, CardHeader, type CardHeaderProps } from './components/card.tsx';
export { Checkbox, type CheckboxProps } from './components/checkbox.tsx';
export { CodeBlock, type CodeBlockProps } from './components/code-block.tsx';
export { Combobox, type ComboboxOption, type ComboboxProps } from './components/combobox.tsx';
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
export { FilterBar, type FilterBarProps } from './components/filter-bar.tsx';
export { FilterButton, type FilterButtonProps } from './components/filter-button.tsx';
export { FilterChip, type FilterChipProps } from './components/filter-chip.tsx';
export { FilterPanel, type FilterPanelProps } from './components/filter-panel.tsx';
export { IconButton, type IconButtonProps } from './components/icon-button.tsx';
export { Input, type InputProps } from './components/input.tsx';
export { JsonView, type JsonViewProps } from './components/json-view.tsx';
export { Kbd } from './components/kbd.tsx';
export { type KeyValueItem, KeyValueList, type KeyValueListProps } from './components/key-value-list.tsx';
export { Label } from './components/label.tsx';
export { LinkTabs, type LinkTabsProps } from './components/link-tabs.tsx';
export { PageHeader, type PageHeaderProps } from './components/page-header.tsx';
export { Pagination, type PaginationProps } from './components/pagination.tsx';
export { Popover, PopoverAnchor, PopoverClose, PopoverContent, PopoverTrigger } from './components/popover.tsx';
export { Progress, type ProgressProps } from './components/progress.tsx';
export { QrCode, type QrCodeProps } from './components/qr-code.tsx';
export { RadioGroup, type RadioGroupProps, type RadioOption } from './components/radio-group.tsx';
export { Secret, type SecretProps } from './components/secret.tsx';
export { SegmentedControl, type SegmentedControlProps } from './components/segmented-control.tsx';
export { Select, type SelectOption, type SelectProps } from './components/select.tsx';
export { Sheet, SheetClose, SheetContent, type SheetContentProps, SheetTrigger } from './components/sheet.tsx';
export { Skeleton } from './components/skeleton.tsx';
export { Spinner, type SpinnerProps } from './components/spinner.tsx';
export { Stat, type StatProps } from './components/stat.tsx';
export { StatusDot, type StatusDotProps } from './components/status-dot.tsx';
export { Switch, type SwitchProps } from './components/switch.tsx';
export { Tabs, TabsContent, TabsList, TabsTrigger } from './components/tabs.tsx';
export { Textarea, type TextareaProps } from './components/textarea.tsx';
export { Timeline, type TimelineItem, type TimelineProps } from './components/timeline.tsx';
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
