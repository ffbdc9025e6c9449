import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';

/** Whether a listening address can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/**
 * Address of the caller. With `hops` trusted proxies in front, it is the entry the outermost of them added to
 * X-Forwarded-For, counted from the right: what stands further left is whatever the caller wrote.
 */
export function clientAddress(peer: string | undefined, forwardedFor: string | undefined, hops: number): string {
  const nearest = plain(peer ?? '');
  if (hops === 0 || forwardedFor === undefined) return nearest;
  const chain = [...forwardedFor.split(',').map((entry) => plain(entry.trim())), nearest];
  const address = chain[Math.max(0, chain.length - 1 - hops)] ?? nearest;
  return isIP(address) ? address : nearest;
}

/** The same of a request as it came. */
export function clientAddressOf(request: IncomingMessage, hops: number): string {
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(', ');
  return clientAddress(request.socket.remoteAddress, forwarded || undefined, hops);
}

/** Strips a port, brackets, a zone and the IPv4-in-IPv6 prefix. */
function plain(text: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? text;
  const withoutPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(bracketed)?.[1] ?? bracketed;
  const withoutZone = withoutPort.replace(/%.*$/, '');
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone)?.[1] ?? withoutZone;
}

/** Whom a limit counts: an IPv4 address, or the /64 of an IPv6 address, which one household or machine holds whole. */
export function limitSubject(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  // A dotted IPv4 ending stands for two groups; it is never within the first four.
  const dotted = right.at(-1)?.includes('.') || left.at(-1)?.includes('.') ? 1 : 0;
  const missing = tail === undefined ? 0 : 8 - dotted - left.length - right.length;
  const groups = [...left, ...new Array<string>(Math.max(0, missing)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((g) => Number.parseInt(g, 16).toString(16))
    .join(':')}::/64`;
}
