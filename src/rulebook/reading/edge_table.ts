const FIELDS = 3;
const SMALLEST = 1024;

/** Which branch of a tree of phrases a word leads to from another branch: an open hash table in one array of numbers. */
export class EdgeTable {
  private capacity: number;
  private used: number;

  /** @param table for each slot: the branch it leads to (0 when empty), the branch it leads from, the word. */
  constructor(private table: Int32Array = new Int32Array(SMALLEST * FIELDS)) {
    this.capacity = table.length / FIELDS;
    this.used = 0;
    for (let slot = 0; slot < table.length; slot += FIELDS) if (table[slot] !== 0) this.used++;
  }

  /** The table as it is, for `new EdgeTable`. */
  get slots(): Int32Array {
    return this.table;
  }

  /** How many edges there are. */
  get size(): number {
    return this.used;
  }

  /** The branch that `word` leads to from `branch`, or 0. */
  get(branch: number, word: number): number {
    return this.table[this.slotOf(branch, word)] as number;
  }

  /** @param to above 0; there must be no such edge yet. */
  add(branch: number, word: number, to: number): void {
    if (this.used * 2 >= this.capacity) this.grow();
    const slot = this.slotOf(branch, word);
    this.table[slot] = to;
    this.table[slot + 1] = branch;
    this.table[slot + 2] = word;
    this.used++;
  }

  /** Where the edge is, or the free place where it would be. */
  private slotOf(branch: number, word: number): number {
    const slots = this.table;
    const mask = this.capacity - 1;
    let hash = Math.imul(branch, 0x9e3779b1) ^ Math.imul(word, 0x85ebca6b);
    hash ^= hash >>> 15;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const slot = at * FIELDS;
      if (slots[slot] === 0 || (slots[slot + 1] === branch && slots[slot + 2] === word)) return slot;
    }
  }

  private grow(): void {
    const old = this.table;
    this.capacity *= 2;
    this.table = new Int32Array(this.capacity * FIELDS);
    for (let slot = 0; slot < old.length; slot += FIELDS) {
      if (old[slot] === 0) continue;
      this.table.set(old.subarray(slot, slot + FIELDS), this.slotOf(old[slot + 1] as number, old[slot + 2] as number));
    }
  }
}
