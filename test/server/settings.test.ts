import { describe, expect, it } from 'vitest';
import { clientAddress, isLoopback, limitSubject } from '../../src/server/client_address.js';
import { readSettings, SettingsError } from '../../src/server/settings.js';

describe('settings', () => {
  it('has the documented defaults', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 7080,
      baseUrl: null,
      dataDir: './data',
      behaviourSet: 'A',
      trustProxyHops: 0,
      limits: { mcpPerMinute: 200, checkLineItemPerDay: 5 },
      logLevel: 'info',
      logLineText: false,
    });
    expect(readSettings({ BEHAVIOUR_SET: 'B' }).limits).toMatchObject({ mcpPerMinute: 60, checkLineItemPerDay: null });
  });

  it('names everything wrong at once', () => {
    const bad = {
      HOST: 'vat.example',
      PORT: '70000',
      BASE_URL: 'vat.example',
      MAIL_FROM: 'x',
      BEHAVIOUR_SET: 'C',
      ALLOWED_ORIGINS: 'https://a.example/path',
      LOG_LEVEL: 'wran',
      LIMIT_MCP_PER_MINUTE: '0',
      MAX_BODY_BYTES: '1e6',
    };
    try {
      readSettings(bad);
      expect.unreachable();
    } catch (error) {
      const problems = (error as SettingsError).problems.join('\n');
      for (const name of Object.keys(bad)) expect(problems).toContain(name);
      expect(problems).toContain('did you mean "warn"');
    }
  });

  it('BASE_URL has no path, MAIL_FROM an address', () => {
    expect(readSettings({ BASE_URL: 'https://vat.example/' }).baseUrl).toBe('https://vat.example');
    expect(() => readSettings({ BASE_URL: 'https://vat.example/claims' })).toThrow('without a path');
    for (const MAIL_FROM of ['vat@vat.example', 'VAT <vat@localhost>'])
      expect(readSettings({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM);
    for (const MAIL_FROM of ['VAT <vat>', 'a@b.example, c@d.example'])
      expect(() => readSettings({ MAIL_FROM })).toThrow('MAIL_FROM');
  });

  it('LIMITS=off is refused where other machines can reach it', () => {
    expect(readSettings({ LIMITS: 'off' }).limits).toMatchObject({
      mcpPerMinute: null,
      checkLineItemPerDay: null,
    });
    expect(readSettings({ LIMITS: 'off', HOST: '::1' }).limits.mcpPerMinute).toBeNull();
    for (const HOST of ['0.0.0.0', '::', '192.168.1.2'])
      expect(() => readSettings({ LIMITS: 'off', HOST })).toThrow(SettingsError);
  });

  it('documents are shown to no vision model unless it is configured, and then wholly', () => {
    expect(readSettings({}).vision).toBeNull();
    const good = { VISION_URL: 'https://vision.example/v1/chat/completions', VISION_MODEL: 'eyes-1' };
    expect(readSettings({ ...good, VISION_KEY: 'k-1', VISION_TIMEOUT_SECS: '30' }).vision).toEqual({
      url: good.VISION_URL,
      key: 'k-1',
      model: 'eyes-1',
      timeoutMs: 30_000,
    });
    expect(readSettings({ ...good, VISION_URL: 'http://[::1]:8000/v1/chat/completions' }).vision?.key).toBeNull();
    const bad: [Record<string, string>, string][] = [
      [{ VISION_MODEL: 'eyes-1' }, 'VISION_MODEL: without VISION_URL'],
      [{ VISION_KEY: 'sesame' }, 'VISION_KEY: without VISION_URL'],
      [{ VISION_URL: good.VISION_URL }, 'VISION_MODEL'],
      [{ ...good, VISION_URL: 'http://vision.example/v1' }, 'VISION_URL: the https address'],
      [{ ...good, VISION_URL: 'https://me:sesame@vision.example/' }, 'VISION_URL: the https address'],
      [{ ...good, VISION_URL: 'file:///etc/passwd' }, 'VISION_URL: the https address'],
      [{ ...good, VISION_KEY: 'sesame\nX: y' }, 'VISION_KEY: printable'],
      [{ ...good, VISION_TIMEOUT_SECS: '0' }, 'VISION_TIMEOUT_SECS'],
      [{ ...good, VISION_MODLE: 'x' }, 'did you mean "VISION_MODEL"'],
    ];
    for (const [env, told] of bad)
      try {
        readSettings(env);
        expect.unreachable(JSON.stringify(env));
      } catch (error) {
        const problems = (error as SettingsError).problems.join('\n');
        expect(problems).toContain(told);
        expect(problems).not.toContain('sesame');
      }
  });

  it('each limit can be changed or switched off, empty means default', () => {
    expect(
      readSettings({ LIMIT_CHECK_LINE_ITEM_PER_DAY: '50', LIMIT_MCP_PER_MINUTE: 'off', LIMIT_PAGES_PER_MINUTE: '' })
        .limits,
    ).toMatchObject({ mcpPerMinute: null, pagesPerMinute: 60, checkLineItemPerDay: 50 });
  });
});

describe('the caller', () => {
  it('is the peer unless proxies are trusted, then counted from the right', () => {
    expect(clientAddress('::ffff:203.0.113.9', '1.1.1.1', 0)).toBe('203.0.113.9');
    expect(clientAddress('10.0.0.1', '6.6.6.6, 203.0.113.9', 1)).toBe('203.0.113.9');
    expect(clientAddress('10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.2', 2)).toBe('203.0.113.9');
    expect(clientAddress('10.0.0.1', '203.0.113.9', 3)).toBe('203.0.113.9');
    expect(clientAddress('10.0.0.1', 'rubbish', 1)).toBe('10.0.0.1');
    expect(clientAddress('10.0.0.1', '203.0.113.9:4711', 1)).toBe('203.0.113.9');
    expect(clientAddress('10.0.0.1', '[2001:db8::1]:443', 1)).toBe('2001:db8::1');
    expect(clientAddress('10.0.0.1', undefined, 1)).toBe('10.0.0.1');
  });

  it('counts IPv6 by its /64 however it is written', () => {
    const same = ['2001:db8:1:2::1', '2001:DB8:1:2:3:4:5:6', '2001:0db8:0001:0002::ffff', '2001:db8:1:2:0:0:1.2.3.4'];
    expect(new Set(same.map(limitSubject))).toEqual(new Set(['2001:db8:1:2::/64']));
    expect(limitSubject('::1')).toBe('0:0:0:0::/64');
    expect(limitSubject('2001:db8::1')).toBe('2001:db8:0:0::/64');
    expect(limitSubject('203.0.113.9')).toBe('203.0.113.9');
  });

  it('knows what only this machine can reach', () => {
    expect(['127.0.0.1', '127.1.2.3', '::1', 'localhost'].every(isLoopback)).toBe(true);
    expect(['0.0.0.0', '::', '10.0.0.1', '127.evil.example'].some(isLoopback)).toBe(false);
  });
});
