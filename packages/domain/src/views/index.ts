export { deleteView } from './delete-view.ts';
export { listViews } from './list-views.ts';
export { renameView } from './rename-view.ts';
export { saveView } from './save-view.ts';
export { deleteViewSchema, listViewsSchema, renameViewSchema, saveViewSchema } from './schemas.ts';
export type { SavedView } from './scope.ts';
