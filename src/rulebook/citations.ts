import type { Source } from './model.js';

/** A citation as shown to users. */
export interface Citation {
  source: string;
  paragraph: string | null;
  url: string;
  confidence: 'seen' | 'known';
}

/** Sources of the rulebook, looked up by `key` or `key#paragraph` as rules write them. */
export class Citations {
  private readonly sources: ReadonlyMap<string, Source>;
  private readonly cases: ReadonlyMap<string, { title: string; url: string }>;

  constructor(sources: readonly Source[], cases: Record<string, { title: string; url: string }>) {
    this.sources = new Map(sources.map((s) => [s.key, s]));
    this.cases = new Map(Object.entries(cases));
  }

  get all(): Iterable<Source> {
    return this.sources.values();
  }

  get keys(): Iterable<string> {
    return this.sources.keys();
  }

  /** What is wrong with a citation, or null. */
  fault(ref: string): { message: string; allowed: string[]; word: string } | null {
    const [key = '', paragraph] = split(ref);
    if (!this.sources.has(key))
      return { message: `unknown source "${key}"`, allowed: [...this.sources.keys()], word: key };
    if (key === 'case' && (paragraph === undefined || !this.cases.has(paragraph))) {
      return {
        message: `unknown decision "${paragraph ?? ''}"`,
        allowed: [...this.cases.keys()],
        word: paragraph ?? '',
      };
    }
    return null;
  }

  /** The source a citation names. */
  source(ref: string): Source | undefined {
    return this.sources.get(split(ref)[0]);
  }

  resolve(ref: string): Citation {
    const [key = '', paragraph] = split(ref);
    const source = this.sources.get(key);
    if (!source) throw new Error(`unknown source ${key}`);
    const decision = key === 'case' && paragraph ? this.cases.get(paragraph) : undefined;
    if (decision) return { source: decision.title, paragraph: null, url: decision.url, confidence: source.confidence };
    return {
      source: source.title,
      paragraph: paragraph === undefined ? null : `${source.paragraphPrefix ?? ''}${paragraph}`,
      url:
        paragraph !== undefined && source.paragraphUrl
          ? source.paragraphUrl.replace('{paragraph}', paragraph.toLowerCase())
          : source.url,
      confidence: source.confidence,
    };
  }
}

function split(ref: string): [string, string | undefined] {
  const at = ref.indexOf('#');
  return at < 0 ? [ref, undefined] : [ref.slice(0, at), ref.slice(at + 1)];
}
