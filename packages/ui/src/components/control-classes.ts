/** The box that inputs, text areas and selects share. 16 px on phones, or iOS zooms into the page on focus. */
export const controlBox =
  'w-full min-w-0 rounded-md border border-input text-foreground transition-colors duration-100 hover:border-muted-foreground focus-visible:border-ring focus-visible:outline-2 focus-visible:outline-ring focus-visible:-outline-offset-1 disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground aria-invalid:border-danger max-sm:text-[16px] base:bg-card base:text-sm';
