/** The design system's door: everything light. Charts, the command palette and dates have doors of their own. */

export { Avatar } from './components/avatar.tsx';
export { Badge } from './components/badge.tsx';
export { Breadcrumbs } from './components/breadcrumbs.tsx';
export { Button, type ButtonProps } from './components/button.tsx';
export { buttonVariants } from './components/button-variants.ts';
export { Callout } from './components/callout.tsx';
export { Card, CardContent, CardFooter, CardHeader, Panel } from './components/card.tsx';
export { Checkbox } from './components/checkbox.tsx';
export { CodeBlock } from './components/code-block.tsx';
export { Combobox } from './components/combobox.tsx';
export { ConfirmDialog, type ConfirmDialogProps } from './components/confirm-dialog.tsx';
export { CopyButton } from './components/copy-button.tsx';
export { DataTable, type DataTableColumn } from './components/data-table.tsx';
export { Dialog, DialogFooter } from './components/dialog.tsx';
export {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from './components/dropdown-menu.tsx';
export { EmptyState } from './components/empty-state.tsx';
export { ErrorState } from './components/error-state.tsx';
export { Field } from './components/field.tsx';
export { FilterBar } from './components/filter-bar.tsx';
export { FilterButton } from './components/filter-button.tsx';
export { FilterChip } from './components/filter-chip.tsx';
export { FilterPanel } from './components/filter-panel.tsx';
export { IconButton } from './components/icon-button.tsx';
export { Input } from './components/input.tsx';
export { JsonView } from './components/json-view.tsx';
export { Kbd } from './components/kbd.tsx';
export { KeyValueList, type KeyValueListProps } from './components/key-value-list.tsx';
export { LinkTabs } from './components/link-tabs.tsx';
export { PageHeader } from './components/page-header.tsx';
export { Pagination } from './components/pagination.tsx';
export { PhoneLabel } from './components/phone-label.tsx';
export { Progress } from './components/progress.tsx';
export { QrCode } from './components/qr-code.tsx';
export { RadioGroup } from './components/radio-group.tsx';
export { Secret } from './components/secret.tsx';
export { SegmentedControl } from './components/segmented-control.tsx';
export { Select } from './components/select.tsx';
export { Sheet } from './components/sheet.tsx';
export { Skeleton } from './components/skeleton.tsx';
export { Spinner } from './components/spinner.tsx';
export { Stat, type StatProps } from './components/stat.tsx';
export { StatusDot } from './components/status-dot.tsx';
export { Switch } from './components/switch.tsx';
export { Tabs, TabsContent, TabsList, TabsTrigger } from './components/tabs.tsx';
export { Textarea } from './components/textarea.tsx';
export { Timeline, type TimelineItem } from './components/timeline.tsx';
export { cn } from './lib/cn.ts';
export { type Tone, toneFill, toneSurface } from './lib/tone.ts';
export { UiProvider } from './lib/ui-provider.tsx';
