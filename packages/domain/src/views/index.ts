export { deleteView } from './delete-view.ts';
export { listViews } from './list-views.ts';
export { renameView } from './rename-view.ts';
export { saveView } from './save-view.ts';
export {
  type DeleteViewInput,
  deleteViewSchema,
  type ListViewsInput,
  listViewsSchema,
  type RenameViewInput,
  renameViewSchema,
  type SaveViewInput,
  saveViewSchema,
  viewPages,
} from './schemas.ts';
export type { SavedView } from './scope.ts';
