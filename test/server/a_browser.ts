import type { RunningServer } from '../../src/server/start.js';
import { type Reply, send } from './harness.js';

/** A browser without scripts: keeps cookies, sends its own origin with forms, follows redirects within the server. */
export class Browser {
  private readonly cookies = new Map<string, { name: string; value: string; path: string }>();
  /** Address of the page shown, or of the foreign address it was sent to. */
  at = '';

  constructor(private readonly server: Pick<RunningServer, 'port' | 'url'>) {}

  open(address: string): Promise<Reply> {
    return this.go(address, undefined);
  }

  /** Sends a form of the page shown. */
  press(form: Record<string, string>, address = this.at): Promise<Reply> {
    return this.go(address, new URLSearchParams(form).toString());
  }

  /** Signs in by the code in the embedded mailbox. */
  async signIn(email: string): Promise<void> {
    await this.press({ email }, '/sign-in');
    const { text } = await send(this.server, '/dev/mailbox');
    await this.press({ code: /\b(\d{6})\b/.exec(text)?.[1] ?? '' }, '/sign-in/code');
  }

  /** The header that goes with a request for an address. */
  cookiesOf(address: string): { Cookie: string } {
    const { pathname } = new URL(address);
    const sent = [...this.cookies.values()].filter(
      ({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')),
    );
    return { Cookie: sent.map(({ name, value }) => `${name}=${value}`).join('; ') };
  }

  private async go(address: string, form: string | undefined): Promise<Reply> {
    let url = new URL(address, address.startsWith('/') ? this.server.url : this.at || this.server.url);
    let body = form;
    for (let hops = 0; hops < 10; hops++) {
      const reply = await send(this.server, url.pathname + url.search, {
        ...(body === undefined ? {} : { body }),
        headers: {
          ...this.cookiesOf(url.href),
          ...(body === undefined
            ? {}
            : { 'Content-Type': 'application/x-www-form-urlencoded', Origin: new URL(this.server.url).origin }),
        },
      });
      for (const line of [reply.headers['set-cookie'] ?? []].flat()) this.keep(line);
      this.at = url.href;
      const { location } = reply.headers;
      if (location === undefined) return reply;
      url = new URL(location, url);
      this.at = url.href;
      if (url.origin !== new URL(this.server.url).origin) return reply;
      body = undefined;
    }
    throw new Error('redirected in circles');
  }

  private keep(line: string): void {
    const [pair = ''] = line.split(';');
    const cut = pair.indexOf('=');
    const [name, value] = [pair.slice(0, cut), pair.slice(cut + 1)];
    const path = /; path=([^;]+)/i.exec(line)?.[1] ?? '/';
    if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(`${name} ${path}`);
    else this.cookies.set(`${name} ${path}`, { name, value, path });
  }
}

/** The hidden token of a page's forms. */
export const csrfOf = ({ text }: Reply): string => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
