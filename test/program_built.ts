import { build } from '../bench/built.js';

/** Tests that start processes start the program as users do, compiled: it is made to be that of the source. */
export function setup(): void {
  build();
}
