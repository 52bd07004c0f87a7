import { expect, test } from 'vitest';
import { createLogger, pathOf, shownPathOf } from './log.ts';

const waiting = 'A'.repeat(43);

test.each([
  ['/api/ticket?appSecret=hush', '/api/ticket'],
  ['/uk/#hush', '/uk/'],
  ['/uk/;jsessionid=hush', '/uk/'],
  [`/${'a'.repeat(20_000)}`, `/${'a'.repeat(199)}`],
])('only the path of an address is logged: %s', (url, path) => {
  expect(pathOf(url)).toBe(path);
  expect(shownPathOf(url).length).toBeLessThanOrEqual(200);
});

test.each([
  [`/oidc/auth/${waiting}`, '/oidc/auth/…'],
  [`/oidc/auth/${waiting}?x=1`, '/oidc/auth/…'],
  [`/${waiting}/${waiting}/end`, '/…/…/end'],
  ['/assets/entry-abc123.js', '/assets/entry-abc123.js'],
])('ids of pending requests are masked: %s', (url, path) => {
  expect(shownPathOf(url)).toBe(path);
});

test('an error is logged with type, message, code and causes only', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  const row = { detail: 'Key (password_hash)=(hush)', parameters: ['hush'], where: 'hush' };
  const driver = Object.assign(new Error('duplicate key'), { code: '23505', ...row });
  const failed = Object.assign(new TypeError('not written', { cause: driver }), { body: 'hush' });
  log.error({ err: failed }, 'failed');
  log.error({ err: { message: 'hush' } }, 'thrown by others');
  const [first = '', second = ''] = lines;
  expect(lines.join()).not.toContain('hush');
  expect(JSON.parse(first)).toMatchObject({
    level: 'error',
    err: {
      type: 'TypeError',
      message: 'not written',
      cause: { type: 'Error', message: 'duplicate key', code: '23505' },
    },
  });
  expect(JSON.parse(second).err).toEqual({ type: 'object', message: 'not an Error' });
});

test('an endless chain of causes is cut', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  const loop = new Error('round');
  loop.cause = loop;
  log.error({ err: loop }, 'failed');
  expect(lines.join().match(/"message":"round"/g)).toHaveLength(5);
});
