/** Whether pages are served from their sources, with reload: React then needs eval. */
export function isDevelopment(): boolean {
  return process.env.NODE_ENV === 'development';
}

/** Whether people reach the dashboard over TLS. */
export function isServedSecurely(): boolean {
  return process.env.NEXTAUTH_URL?.startsWith('https://') ?? false;
}
