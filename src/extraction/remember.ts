import { remembering } from '../rulebook/remembering.js';

const MOST = 5000;

/** What is worked out of a thing once, as long as it is there. The answers are shared and must not be changed. */
export function onceFor<Thing extends object, Found>(read: (thing: Thing) => Found): (thing: Thing) => Found {
  const known = new WeakMap<Thing, Found>();
  return (thing) => {
    const before = known.get(thing);
    if (before !== undefined) return before;
    const found = read(thing);
    known.set(thing, found);
    return found;
  };
}

/**
 * A reading of short texts that keeps what it found: while columns are told apart, the same words are looked at many
 * times. Its answers are shared and must not be changed.
 */
export function remembered<Found>(read: (text: string) => Found): (text: string) => Found {
  return remembering(MOST, read);
}
