import type { Store, Write } from '../store/open.js';
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
  constructor(private readonly db: Store['db']) {}

  newProject(project: Project): Write {
    return { query: this.db.insertInto('projects').values(projectRow(project)) };
  }

  /** Writes a project that was read at `project.revision`. */
  project(project: Project): Write {
    const row = projectRow({ ...project, revision: project.revision + 1 });
    return {
      query: this.db
        .updateTable('projects')
        .set(row)
        .where('id', '=', project.id)
        .where('revision', '=', project.revision),
      expect: 1,
    };
  }

  /** The project must still be as it was read. */
  unchanged({ id, revision }: Project): Write {
    return {
      query: this.db.updateTable('projects').set({ revision }).where('id', '=', id).where('revision', '=', revision),
      expect: 1,
    };
  }

  newInvoice(invoice: Invoice): Write {
    return { query: this.db.insertInto('invoices').values(invoiceRow(invoice)) };
  }

  /** Writes an invoice that was read at `invoice.revision`. */
  invoice(invoice: Invoice): Write {
    const row = invoiceRow({ ...invoice, revision: invoice.revision + 1 });
    return {
      query: this.db
        .updateTable('invoices')
        .set(row)
        .where('id', '=', invoice.id)
        .where('revision', '=', invoice.revision),
      expect: 1,
    };
  }

  newLine(item: LineItem): Write {
    return { query: this.db.insertInto('line_items').values(lineItemRow(item, false)) };
  }

  line(item: LineItem, inTrash = false): Write {
    return {
      query: this.db.updateTable('line_items').set(lineItemRow(item, inTrash)).where('id', '=', item.id),
      expect: 1,
    };
  }

  /** The decisions of changed lines; the lines themselves are written with `line` or `newLine`. */
  decisions(changes: readonly LineChange[]): Write[] {
    return changes.flatMap(({ after, decision }) =>
      decision ? [{ query: this.db.insertInto('decisions').values(decisionRow(decision, after.organisationId)) }] : [],
    );
  }
}
