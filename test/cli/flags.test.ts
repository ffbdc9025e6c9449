import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/cli/exit_codes.js';
import { parseFlags } from '../../src/cli/flags.js';
import { HELP } from '../../src/cli/help.js';
import { LINE_FLAGS } from '../../src/cli/line_flags.js';
import { ran } from './a_terminal.js';

const parse = (...args: string[]) => parseFlags(args, { ...LINE_FLAGS, json: { type: 'boolean' } }, 'check');

describe('flags', () => {
  it('stand anywhere, with = or a space', () => {
    const flags = parse('--route=nb', 'Facing bricks', '--net', '10', '--json');
    expect(flags.positionals).toEqual(['Facing bricks']);
    expect([flags.text('route'), flags.text('net'), flags.has('json'), flags.has('vat')]).toEqual([
      'nb',
      '10',
      true,
      false,
    ]);
  });

  it('take a negative amount for a value', () => {
    expect(parse('x', '--net', '-62.00').text('net')).toBe('-62.00');
  });

  it('may repeat only where that means something', () => {
    expect(parse('--answer', 'a=b', '--answer', 'c=d').all('answer')).toEqual(['a=b', 'c=d']);
    expect(() => parse('--net', '1', '--net', '2')).toThrow('--net is given twice');
  });

  it.each([
    [['--rout', 'nb'], 'unknown flag --rout (did you mean "--route"?)'],
    [['--suply-type', 'x'], 'unknown flag --suply-type (did you mean "--supply-type"?)'],
    [['--zzzzzz'], 'unknown flag --zzzzzz'],
    [['-x'], 'unknown flag -x'],
    [['--__proto__', 'x'], 'unknown flag --__proto__'],
    [['--net', '--vat', '1'], '--net needs a value'],
    [['--net'], '--net needs a value'],
    [['--json=yes'], '--json takes no value'],
  ])('%j is refused', (args, message) => {
    expect(() => parse(...args)).toThrow(UsageError);
    expect(() => parse(...args)).toThrow(message);
  });

  it('end at --', () => {
    expect(parse('--', '--net').positionals).toEqual(['--net']);
  });
});

describe('the program', () => {
  it('without a command shows its help and fails', async () => {
    const { code, err } = await ran([]);
    expect(code).toBe(2);
    expect(err).toContain('notice708 check "TEXT"');
  });

  it.each(Object.keys(HELP).filter((command) => command !== ''))('%s --help is worth reading', async (command) => {
    const { code, out } = await ran([...command.split(' '), '--help']);
    expect(code).toBe(0);
    expect(out).toContain(`notice708 ${command === 'rules explain' ? 'explain' : command}`);
    expect(out).toMatch(/Exit codes:/);
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(124);
    expect((await ran(['help', ...command.split(' ')])).out).toBe(out);
  });

  it('help names every flag a command takes', async () => {
    const { out } = await ran(['check', '--help']);
    for (const flag of [...Object.keys(LINE_FLAGS), 'json', 'out']) expect(out).toContain(`--${flag}`);
  });

  it('names the nearest command', async () => {
    expect(await ran(['chekc', 'x'])).toEqual({
      code: 2,
      out: '',
      err: 'notice708: there is no command "chekc" (did you mean "check"?)\nSee: notice708 --help\n',
    });
    expect((await ran(['help', 'constructor'])).code).toBe(2);
  });

  it.each([
    [['check'], 'give the text of an invoice line'],
    [['check', 'Facing', 'bricks'], 'put the text in quotes ("Facing bricks")'],
    [['check', 'Facing bricks', '--route', 'nb'], '--supply-type, --net, --vat are needed'],
    [['check', 'x', '--out', 'y', '--route', 'nb'], '--out is for a CSV file'],
    [['check', 'x.csv', '--net', '1'], '--net is for a single line'],
    [['rules'], 'rules check'],
    [['rules', 'chekc'], 'there is no "rules chekc" (did you mean "check"?)'],
    [['rules', 'fmt', '--help'], 'there is no "rules fmt"'],
    [['rules', 'check', '--rules', '/nowhere'], '/nowhere holds no rulebook.yaml'],
    [['explain'], 'give the id of a rule'],
    [['serve', 'now'], 'serve takes no now'],
    [['serve', '--prot', '1'], 'did you mean "--port"?'],
    [
      ['check', 'x', '--rout', 'nb', '--jsn', '--net'],
      'unknown flag --rout (did you mean "--route"?); unknown flag --jsn',
    ],
  ])('%j is a usage error', async (args, message) => {
    const { code, err } = await ran(args);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });

  it.each([
    [
      ['check', 'x', '--route', 'nb', '--supply-type', 'materials', '--net', 'ten', '--vat', '2'],
      '--net: "ten" is not an amount',
    ],
    [
      [
        'check',
        'x',
        '--route',
        'nb',
        '--supply-type',
        'materials',
        '--net',
        '1',
        '--vat',
        '2',
        '--tax-point',
        '31/02/2024',
      ],
      '--tax-point: "31/02/2024" is not a day',
    ],
    [['check', 'nowhere.csv', '--route', 'nb'], 'nowhere.csv does not exist'],
    [
      [
        'check',
        'x',
        '--route',
        'xx',
        '--supply-type',
        'labor only',
        '--net',
        'ten',
        '--vat',
        '2',
        '--country',
        'france',
      ],
      [
        '--route: "xx" is not allowed; allowed: self_build_431nb, self_build_431c',
        '--country: "france" is not allowed',
        '--supply-type: "labor only" is not allowed',
        '--net: "ten" is not an amount',
      ],
    ],
  ])('%j is bad input', async (args, messages) => {
    const { code, err } = await ran(args);
    for (const message of [messages].flat()) expect(err).toContain(message);
    expect(code).toBe(3);
  });
});
