import { isLoopback } from '../client_address.js';

/** Schemes that run what they carry instead of opening a program. */
const RUNNING = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:', 'view-source:']);

/**
 * Why a set of redirect addresses is refused at registration, or null. Plain http is for this machine only; a program's
 * own scheme must look like one of its own (RFC 8252 section 7.1 wants a dot; known clients do without).
 */
export function refusedRedirect(uris: readonly string[]): string | null {
  for (const uri of uris) {
    // Control characters and spaces are dropped by URL parsers, so they are looked for before.
    if (/[\p{Cc}\s\\]/u.test(uri)) return 'redirect_uris must not contain spaces or control characters';
    let url: URL;
    try {
      url = new URL(uri);
    } catch {
      return 'redirect_uris must be absolute addresses';
    }
    if (RUNNING.has(url.protocol)) return `redirect_uris must not use ${url.protocol}`;
    if (url.hash !== '' || uri.includes('#')) return 'redirect_uris must not have a fragment';
    if (url.username !== '' || url.password !== '') return 'redirect_uris must not carry credentials';
    if (url.protocol === 'http:' && !isLoopback(url.hostname.replace(/^\[|\]$/g, '')))
      return 'redirect_uris with http: must be on this machine; use https:';
  }
  return null;
}
