import type { Classification } from '../rulebook/classification.js';
import type { ClassifyOptions } from '../rulebook/classify.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { parseCheckLineItem } from '../tools/check_line_item.js';
import type { CheckInput } from './check_input.js';

/**
 * Decides one line exactly as the tool `check_line_item` does, checks of the input included.
 * @throws InputError naming each field that must change.
 */
export async function decideInput(
  book: Rulebook,
  input: CheckInput,
  options?: ClassifyOptions,
): Promise<Classification> {
  return book.classify(parseCheckLineItem(input, book), options);
}
