import { HttpError } from './http_error.js';

/** What answers need, while it loads and after. Until it is there, whoever needs it is told to come back in 5 seconds. */
export class Loading<Needed> {
  private there: { needed: Needed } | null = null;
  readonly loaded: Promise<Needed>;

  constructor(loading: Promise<Needed>) {
    this.loaded = loading.then((needed) => {
      this.there = { needed };
      return needed;
    });
  }

  get status(): 'loading' | 'ready' {
    return this.there === null ? 'loading' : 'ready';
  }

  /** @throws HttpError 503 with Retry-After while loading. */
  get(): Needed {
    if (this.there) return this.there.needed;
    throw new HttpError(
      503,
      { ok: false, error: 'starting', message: 'The rulebook is still loading. Retry after 5 s.', retryAfterSecs: 5 },
      { 'Retry-After': '5' },
    );
  }
}
