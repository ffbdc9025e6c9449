import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { MAIN } from '../../bench/built.js';

const ROOT = resolve(import.meta.dirname, '..', '..');

it('rules watch checks again on save, and tells what is wrong in the saved file first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notice708-watch-'));
  const rules = join(folder, 'rules');
  cpSync(join(ROOT, 'rules'), rules, { recursive: true });
  const command = [MAIN, 'rules', 'watch', '--rules', rules];
  const watching = spawn(process.execPath, command, { cwd: ROOT });
  let said = '';
  watching.stdout.on('data', (text) => {
    said += text;
  });
  /** What is printed from now on, up to and with the words awaited. */
  const until = async (words: RegExp): Promise<string> => {
    const from = said.length;
    for (;;) {
      const found = words.exec(said.slice(from));
      if (found) return said.slice(from, from + found.index + found[0].length);
      if (watching.exitCode !== null) throw new Error(`ended with ${watching.exitCode}: ${said}`);
      await new Promise((again) => setTimeout(again, 50));
    }
  };
  try {
    expect(await until(/Ctrl-C ends it\.\n/)).toMatch(/Edition .*\n.*Watching/s);
    const file = join(rules, 'self_build_431nb', 'plant_hire.yaml');
    const text = readFileSync(file, 'utf8');
    const facts = join(rules, 'facts.yaml');
    const factsText = readFileSync(facts, 'utf8');
    writeFileSync(facts, factsText.replace('asks: esm_place', 'asks: esm_plaec'));
    writeFileSync(file, text.replace('citations: ["', 'citations: ["n0'));
    const broken = await until(/\d s\)\n/);
    expect(broken).toMatch(
      /^\nSaved: rules\/facts\.yaml, rules\/self_build_431nb\/plant_hire\.yaml\nrules\/facts\.yaml:\d+:\d+ /,
    );
    writeFileSync(file, text);
    expect(await until(/\d s\)\n/)).toMatch(/Saved: rules\/self_build_431nb\/plant_hire\.yaml\nrules\/facts\.yaml:/);
    writeFileSync(facts, factsText);
    expect(await until(/\d s\)\n/)).toMatch(/Saved: rules\/facts\.yaml\n(?!.*cannot be used)/s);
    watching.kill('SIGINT');
    expect(await new Promise((ended) => watching.once('exit', ended))).toBe(0);
  } finally {
    watching.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}, 180_000);
