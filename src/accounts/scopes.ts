/** Scopes of API keys and access tokens (interface.md section 5), with what a person is told they allow. */
export const SCOPE_MEANINGS = {
  'projects:read': 'See projects, invoices, line items and eligibility',
  'projects:write': 'Create and change projects',
  'line_items:write': 'Decide line items, answer VAT questions and submit invoices',
  'jobs:read': 'Follow the reading of submitted documents',
  'invoices:write': 'Submit, lock and manage invoices, without changing decisions on lines',
} as const;

export type Scope = keyof typeof SCOPE_MEANINGS;

export const SCOPES = Object.keys(SCOPE_MEANINGS) as readonly Scope[];

export const isScope = (text: string): text is Scope => Object.hasOwn(SCOPE_MEANINGS, text);

/** Scopes as they are stored and sent: in the order of the list above, separated by spaces. */
export const scopeText = (scopes: Iterable<Scope>): string => {
  const given = new Set(scopes);
  return SCOPES.filter((scope) => given.has(scope)).join(' ');
};

const SETS = new Map<string, ReadonlySet<Scope>>();

/** The scopes of a stored text as a set, made once for each of the few texts there are: every call with a key asks for it. */
export function scopeSet(stored: string): ReadonlySet<Scope> {
  const known = SETS.get(stored);
  if (known) return known;
  const made = new Set(scopesIn(stored));
  SETS.set(stored, made);
  return made;
}

/** Reads stored or sent scopes; what is not a scope of ours is left out. */
export const scopesIn = (text: string): Scope[] => text.split(/\s+/).filter(isScope);
