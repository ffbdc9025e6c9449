import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Debian's Chromium, or the one CHROMIUM names. */
export const CHROMIUM = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path !== undefined && existsSync(path),
);

export const WHY_SKIPPED = CHROMIUM === undefined ? ' (skipped: no Chromium here; install the Debian package)' : '';

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM as string, args: ['--no-sandbox'] });
}

/**
 * What axe finds wrong on the page as it stands, one line a finding.
 * @param rules only these rules; WCAG 2.2 AA and best practice when none are named.
 */
export async function axeFindings(page: Page, rules: string[] = []): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules.length > 0
    ? axe.withRules(rules)
    : axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  ).analyze();
  return violations.flatMap((v) => v.nodes.map((n) => `${page.url()} ${v.id}: ${n.target.join(' ')}`));
}
