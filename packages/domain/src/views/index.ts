export { deleteView } from './delete-view.ts';
export { listViews, viewsMax } from './list-views.ts';
export { renameView } from './rename-view.ts';
export { saveView } from './save-view.ts';
export {
  type DeleteViewInput,
  type ListViewsInput,
  type RenameViewInput,
  type SaveViewInput,
  viewPages,
} from './schemas.ts';
export type { MemberContext, SavedView } from './scope.ts';
