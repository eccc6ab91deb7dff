/** A link into this client. */
export const link = (path: string): string => `${location.origin}${location.pathname}#/${path}`;
