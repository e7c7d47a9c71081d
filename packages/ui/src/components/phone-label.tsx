/** Names a value of a {@link DataTable}. A phone shows no headers; screen readers have them. */
export function PhoneLabel({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="sm:hidden">
      {children}:{' '}
    </span>
  );
}
