import type { Store, Write } from '../store/open.js';
import { RowWrites } from '../store/row_writes.js';
import type { LineChange } from './deciding.js';
import {
  decisionRow,
  type Invoice,
  invoiceRow,
  type LineItem,
  lineItemRow,
  type Project,
  projectRow,
} from './records.js';

/** Makes the writes of changes. Those of a thing that exists name its revision, so that nothing newer is overwritten. */
export class Writes {
  private readonly projects;
  private readonly invoices;
  private readonly lines;
  private readonly decided;

  constructor(db: Store['db']) {
    this.projects = new RowWrites(db, 'projects');
    this.invoices = new RowWrites(db, 'invoices');
    this.lines = new RowWrites(db, 'line_items');
    this.decided = new RowWrites(db, 'decisions');
  }

  newProject(project: Project): Write {
    return this.projects.insert({ ...projectRow(project) });
  }

  /** Writes a project that was read at `project.revision`. */
  project(project: Project): Write {
    const { id, revision } = project;
    return this.projects.update({ ...projectRow({ ...project, revision: revision + 1 }) }, { id, revision });
  }

  /** The project must still be as it was read. */
  unchanged({ id, revision }: Project): Write {
    return this.projects.update({ revision }, { id, revision });
  }

  /**
   * The project has another document, or one that calls itself otherwise: whoever looked through its documents meanwhile looks
   * again. After every other write that names the project.
   */
  documentsChanged({ id, revision }: Project): Write {
    return this.projects.update({ revision: revision + 1 }, { id, revision });
  }

  newInvoice(invoice: Invoice): Write {
    return this.invoices.insert({ ...invoiceRow(invoice) });
  }

  /** Writes an invoice that was read at `invoice.revision`. */
  invoice(invoice: Invoice): Write {
    const { id, revision } = invoice;
    return this.invoices.update({ ...invoiceRow({ ...invoice, revision: revision + 1 }) }, { id, revision });
  }

  newLine(item: LineItem, inTrash = false): Write {
    return this.lines.insert({ ...lineItemRow(item, inTrash) });
  }

  line(item: LineItem, inTrash = false): Write {
    return this.lines.update({ ...lineItemRow(item, inTrash) }, { id: item.id });
  }

  /** The decisions of changed lines; the lines themselves are written with `line` or `newLine`. */
  decisions(changes: readonly LineChange[]): Write[] {
    return changes.flatMap(({ after, decision }) =>
      decision ? [this.decided.insert({ ...decisionRow(decision, after.organisationId) })] : [],
    );
  }
}
