/** What koa-ratelimit keeps of a caller; `reset` is in seconds since 1970. */
export interface Window {
  id: string;
  reset: number;
  remaining: number;
  total: number;
}

/**
 * The store of the minute windows, bounded: koa-ratelimit never drops a caller by itself, so a million made-up addresses
 * would stay in memory. Insertion order is order of expiry (all windows are equally long), so ended windows are at
 * the front; when every slot is live, the window that ends first gives way.
 */
export class WindowStore extends Map<string, Window> {
  constructor(private readonly most: number) {
    super();
  }

  override set(key: string, window: Window): this {
    this.delete(key);
    const now = Date.now() / 1000;
    for (const [oldest, { reset }] of this) {
      if (reset >= now && this.size < this.most) break;
      this.delete(oldest);
    }
    return super.set(key, window);
  }
}
