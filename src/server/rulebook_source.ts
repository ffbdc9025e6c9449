import type { Rulebook } from '../rulebook/rulebook.js';
import { HttpError } from './http_error.js';

/** The rulebook while it loads and after. Until it is there, whoever needs it is told to come back in 5 seconds. */
export class RulebookSource {
  private book: Rulebook | null = null;
  readonly loaded: Promise<Rulebook>;

  constructor(loading: Promise<Rulebook>) {
    this.loaded = loading.then((book) => {
      this.book = book;
      return book;
    });
  }

  get status(): 'loading' | 'ready' {
    return this.book === null ? 'loading' : 'ready';
  }

  /** @throws HttpError 503 with Retry-After while loading. */
  get(): Rulebook {
    if (this.book) return this.book;
    throw new HttpError(
      503,
      { ok: false, error: 'starting', message: 'The rulebook is still loading. Retry after 5 s.', retryAfterSecs: 5 },
      { 'Retry-After': '5' },
    );
  }
}
