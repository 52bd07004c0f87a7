import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Trans } from './trans.tsx';

const components = { b: <b className="x" />, p: <p />, contact: <a href="/">help</a> };
const html = (text: string, values = {}) =>
  renderToString(<Trans components={components} text={text} values={values} />).replaceAll(
    '<!-- -->',
    '',
  );

test.each([
  ['plain', 'plain'],
  ['<b>one</b> two', '<b class="x">one</b> two'],
  ['<p>a <b>b</b></p><p>c</p>', '<p>a <b class="x">b</b></p><p>c</p>'],
  ['ask <contact/>.', 'ask <a href="/">help</a>.'],
])('%s', (text, expected) => expect(html(text)).toBe(expected));

test('a value cannot contain a tag', () => {
  expect(html('<b>{{name}}</b>', { name: '<p>x</p>' })).toBe(
    '<b class="x">&lt;p&gt;x&lt;/p&gt;</b>',
  );
});

test('an unknown tag is an error', () => {
  expect(() => html('<script>x</script>')).toThrow('script');
});
