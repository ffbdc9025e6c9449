import type { EvidenceBook } from '../rulebook/evidence.js';
import { namesClaimants } from './claimant_names.js';
import { plainWords } from './plain_words.js';
import type { Invoice, Project } from './records.js';

type NameWords = EvidenceBook['names'];
type Claiming = Pick<Project, 'claimants' | 'facts' | 'building'>;

/** Who a document names as its customer: a value of the fact `customer` of evidence. */
export type NamedCustomer = 'claimant' | 'business_repaid' | 'business_not_repaid' | 'other' | 'not_compared' | 'none';

/** Who a document names as its customer, as far as the project tells who claims. */
export function customerOf(
  { customerName }: Pick<Invoice, 'customerName'>,
  project: Claiming,
  words: NameWords,
): NamedCustomer {
  if (customerName === null || namesNobody(customerName, words)) return 'none';
  const claimants = claimantsOf(project, words);
  const { building, facts } = project;
  const site = [building.name, building.address].filter((part) => part !== null).join(', ');
  // Whether it is their business, and repaid, is theirs to say (fact book on the scheme, 1.9); a builder named among them is none.
  // Asked first: until they say that people claim, or where it has no legal form, a business counts among the claimants.
  const businesses = project.claimants.filter((name) => isCompany(name, words));
  const repaid = BUSINESS[facts.chargedThroughCompany ?? ''];
  if (repaid !== undefined && namesClaimants(customerName, businesses, words, site)) return repaid;
  if (namesClaimants(customerName, claimants, words, site)) return 'claimant';
  const mayBeClaimant = claimants.length === 0 && !(facts.claimant === PEOPLE && isCompany(customerName, words));
  return mayBeClaimant ? 'not_compared' : 'other';
}

const PEOPLE = 'individuals';
const BUSINESS: Readonly<Record<string, NamedCustomer>> = {
  repaid: 'business_repaid',
  not_repaid: 'business_not_repaid',
};

/** Where people make the claim, a company among the names given is none of them: it may be their builder. */
export function claimantsOf(
  { claimants, facts }: Pick<Project, 'claimants' | 'facts'>,
  { legalForms = [] }: NameWords,
): string[] {
  const isIncorporated = (name: string) => legalForms.includes(plainWords(name).at(-1) ?? '');
  return claimants.filter((name) => facts.claimant !== PEOPLE || !isIncorporated(name));
}

/** Whether a document is addressed to somebody who is no claimant: a builder, say, to whom the supply then was (decisions.md K32). */
export function isForSomebodyElse(
  { evidence }: { evidence: EvidenceBook },
  project: Claiming,
  invoice: Pick<Invoice, 'customerName'>,
): boolean {
  return customerOf(invoice, project, evidence.names) === 'other';
}

/**
 * The company that a document names as its customer, where it is no claimant: the builder, or a business of theirs. What is for a
 * person of another name is more often misread, and only its evidence is wanting.
 */
export function billedTo(
  book: { evidence: EvidenceBook },
  project: Claiming,
  invoice: Pick<Invoice, 'customerName'>,
): string | null {
  const { customerName } = invoice;
  const isOther = customerName !== null && isForSomebodyElse(book, project, invoice);
  return isOther && isCompany(customerName, book.evidence.names) ? customerName : null;
}

/** The company that a document names as its customer, where nobody says who claims. */
export function companyNamed(
  book: { evidence: EvidenceBook },
  { customerName }: Pick<Invoice, 'customerName'>,
): string | null {
  return customerName !== null && isCompany(customerName, book.evidence.names) ? customerName : null;
}

/** "CASH SALE", "N/A": what is printed where nobody is named. */
function namesNobody(customerName: string, { nobody = [] }: NameWords): boolean {
  const said = plainWords(customerName)
    .filter((word) => !/^\d+$/.test(word))
    .join(' ');
  return said === '' || nobody.some((name) => plainWords(name).join(' ') === said);
}

/** "MacLeod Builders", "Reed Consulting Ltd, 3 High Street". */
function isCompany(name: string, { companies, legalForms = [] }: NameWords): boolean {
  const parts = name.split(/[,;\n()]/).map((part) => plainWords(part));
  const [first = []] = parts.filter((part) => part.length > 0);
  return first.some((word) => companies.includes(word)) || parts.some((part) => legalForms.includes(part.at(-1) ?? ''));
}
