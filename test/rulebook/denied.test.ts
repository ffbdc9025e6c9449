import { describe, expect, it } from 'vitest';
import { classify } from './book.js';

describe('what a line denies, or only names to say what something is for, makes no claim', () => {
  it.each([
    ['Cast iron cooking range which neither heats water nor radiators', 'not_reclaimable'],
    ['Rayburn, does not heat water or radiators', 'not_reclaimable'],
    ['Aga cooker, no central heating and no hot water', 'not_reclaimable'],
    ['Pool cover, not insulated, retractable, manual, indoor', 'needs_answer'],
    ['Trees not on the approved landscaping scheme', 'not_reclaimable'],
    ['Conservatory, not part of the original build', 'needs_answer'],
    ['Cover for sand pile', 'needs_answer'],
    ['WAGO CONNECTR CARRY CASE SET EMPTY', 'not_reclaimable'],
  ])('%j is %s', async (text, treatment) => {
    expect((await classify({ text })).classification.treatment).toBe(treatment);
  });
});
