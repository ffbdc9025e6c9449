import { EdgeTable } from './edge_table.js';

export interface KeptNeighbours {
  beside: Int32Array;
  slashed: Int32Array;
}

/** Which words stand next to each other in some name, and which of them around a slash, by their numbers. */
export class Neighbours {
  private readonly beside: EdgeTable;
  private readonly slashed: EdgeTable;

  constructor(kept?: KeptNeighbours) {
    this.beside = new EdgeTable(kept?.beside);
    this.slashed = new EdgeTable(kept?.slashed);
  }

  get kept(): KeptNeighbours {
    return { beside: this.beside.slots, slashed: this.slashed.slots };
  }

  /** @param and the number that stands for a slash. */
  add(name: readonly number[], and: number): void {
    for (let at = 1; at < name.length; at++) {
      const word = name[at] as number;
      mark(this.beside, name[at - 1] as number, word);
      if (name[at - 1] === and && at > 1) mark(this.slashed, name[at - 2] as number, word);
    }
  }

  /** Whether some name has the one word right before the other. */
  has(before: number, after: number): boolean {
    return this.beside.get(before, after) !== 0;
  }

  hasAroundSlash(before: number, after: number): boolean {
    return this.slashed.get(before, after) !== 0;
  }
}

function mark(pairs: EdgeTable, before: number, after: number): void {
  if (pairs.get(before, after) === 0) pairs.add(before, after, 1);
}
