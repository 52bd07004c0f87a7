// Tests that parsing each snippet gives the options from which it was made.

import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { transformWithOxc } from 'vite';
import { describe, expect, test } from 'vitest';
import {
  addressOf,
  attributesOf,
  type ButtonOptions,
  captionOf,
  completed,
  linkTargetOf,
  optionNames,
  options,
} from './options.ts';
import * as snippets from './snippets.ts';

const origin = 'https://id.campus.example';
const appId = '3d1488ae-128e-4655-8ca2-1ef554379335';

const texts = [
  'Увійти',
  '"подвійні" та \'одинарні\' лапки',
  '</div><script>alert(1)</script>',
  'a & b &amp; &quot; &lt;',
  '`backticks` $' + '{code} {braces} {{twice}} }',
  '👩‍🎓 Grüße 日本',
  'back\\slash \\" \\u0041 \\n',
  '  spaces  around  ',
  '// no comment */ <!-- -->',
  "{'x'}",
  'line\u2028separator',
  'new\nline\ttab',
  'x'.repeat(200),
  '"<&`{}'.repeat(33),
];

/** Every value of every option, with all texts above. */
const cases: ButtonOptions[] = optionNames.flatMap((name) => {
  const option = options[name];
  const values = option.kind === 'choice' ? option.values : option.kind === 'flag' ? [true] : texts;
  return values.map((value) => completed({ appId, [name]: value }));
});
const named = cases.map((given) => [JSON.stringify(given).slice(0, 160), given] as const);

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const decoded = (text: string) =>
  text.replace(/&([a-z#\d]+);/g, (whole, name) => entities[name] ?? whole);

/**
 * Parses start tags with their attributes and the text after each. Rejects invalid HTML that a browser would repair.
 */
function parsed(html: string) {
  const tag = /<(\w+)((?:\s+[\w-]+(?:="[^"<>]*")?)*)\s*>([^<]*)/g;
  const found = [...html.matchAll(tag)].map(([whole, name, attributes = '', text = '']) => {
    const pairs = [...attributes.matchAll(/\s([\w-]+)(?:="([^"]*)")?/g)];
    for (const value of [...pairs.map((pair) => pair[2] ?? ''), text])
      expect(value).not.toMatch(/&(?!(amp|lt|gt|quot|#x27);)/);
    return {
      whole,
      name,
      attributes: pairs.map(([, key, value]) => [key, decoded(value ?? '')]),
      text: decoded(text),
    };
  });
  expect(html.replaceAll(tag, '').replaceAll(/<\/\w+>\s*/g, '')).toBe('');
  return found;
}

function expectButton(html: string, given: ButtonOptions, height: string) {
  const [button, link, ...rest] = parsed(html);
  expect(rest).toEqual([]);
  expect(button?.attributes).toEqual([
    ['id', 'kpi_id_signin'],
    ...attributesOf(given),
    ['style', height],
  ]);
  expect(link).toMatchObject({
    name: 'a',
    attributes: linkAttributes(given),
    text: captionOf(given),
  });
}

const linkAttributes = (given: ButtonOptions) => [
  ['href', addressOf(origin, given)],
  ['target', linkTargetOf(given)],
];

const height = ({ size }: ButtonOptions) =>
  `min-height:${{ large: 48, medium: 40, small: 32 }[size]}px`;

describe('markup', () => {
  test.each(named)('%s', (_, given) => {
    expectButton(snippets.markupSnippet(origin, given), given, height(given));
  });

  test('empty and disabled options are omitted', () => {
    const markup = snippets.markupSnippet(origin, completed({ appId }));
    expect(markup).not.toMatch(/caption|class-name|full-width|dev-mode|state|data-target|false/);
  });
});

/** Runs a copied component as in the application of an integrator. */
async function rendered(source: string): Promise<string> {
  const { code } = await transformWithOxc(source, 'sign-in-button.tsx', {
    jsx: { runtime: 'classic' },
  });
  const body = code.replaceAll(/^import .*$/gm, '').replace('export function', 'return function');
  const make = new Function('React', 'useEffect', 'useKpiIdSignin', body);
  const SignInButton = make(
    { createElement },
    () => undefined,
    () => 'loading',
  );
  return renderToStaticMarkup(createElement(SignInButton));
}

describe('React', () => {
  test.each(named)('%s', async (_, given) => {
    const html = await rendered(snippets.componentSnippet(origin, given));
    expectButton(html, given, height(given));
  });
});

describe('links and pictures', () => {
  test.each(named)('%s', (_, given) => {
    const [link] = parsed(snippets.linkSnippet(origin, given));
    expect(link).toMatchObject({
      attributes: linkAttributes(given),
      text: captionOf(given),
    });
    const [around, picture] = parsed(snippets.pictureSnippet(origin, given));
    expect(around?.attributes).toEqual(linkAttributes(given));
    const said = Object.fromEntries(picture?.attributes ?? []);
    expect(said).toMatchObject({ alt: captionOf(given) });
    const query = new URL(`${said['src']}`).searchParams;
    const { size, color, logoAlignment, caption, locale } = given;
    expect(completed(Object.fromEntries(query))).toMatchObject({
      size,
      color,
      logoAlignment,
      caption: caption.trim(),
      locale,
    });
  });

  test('a caption cannot break the Markdown link', () => {
    const given = completed({ appId, caption: 'a](x)![b]`c`*d*_<e>&amp;\\' });
    expect(snippets.markdownSnippet(origin, given)).toBe(
      `[![a\\](x)\\!\\[b\\]\\\`c\\\`\\*d\\*\\_\\<e\\>\\&amp;\\\\](${snippets.pictureAddress(origin, given)})](${addressOf(origin, given)})`,
    );
    expect(snippets.pictureAddress(origin, given)).not.toMatch(/[()<>\s]/);
  });

  test('a picture with default options needs no query', () => {
    expect(snippets.pictureAddress(origin, completed({ appId, devMode: true }))).toBe(
      `${origin}/button.svg`,
    );
  });
});

test('a caption that is too long is cut in every snippet', () => {
  const given = { ...completed({ appId }), caption: 'x'.repeat(100_000) };
  const make = [
    snippets.markupSnippet,
    snippets.componentSnippet,
    snippets.linkSnippet,
    snippets.pictureSnippet,
    snippets.markdownSnippet,
  ];
  for (const one of make) {
    expect(one(origin, given)).toContain('x'.repeat(200));
    expect(one(origin, given)).not.toContain('x'.repeat(201));
  }
});

test('every snippet without an id contains a placeholder', () => {
  const nobody = completed({});
  const make = [
    snippets.markupSnippet,
    snippets.componentSnippet,
    snippets.linkSnippet,
    snippets.pictureSnippet,
    snippets.markdownSnippet,
  ];
  for (const one of make) expect(one(origin, nobody)).toContain(`?appId=${snippets.placeholderId}`);
});

test('the script snippets, plain and pinned, and the required policy', () => {
  const pinned = { file: 'v1/kpi-id-signin.0123456789ab.js', integrity: 'sha384-a+b/c=' };
  expect(parsed(snippets.scriptSnippet(origin))[0]?.attributes).toEqual([
    ['async', ''],
    ['src', `${origin}/kpi-id-signin.js`],
  ]);
  expect(parsed(snippets.moduleSnippet(origin))[0]?.attributes).toEqual([
    ['type', 'module'],
    ['src', `${origin}/kpi-id-signin.mjs`],
  ]);
  expect(parsed(snippets.pinnedScriptSnippet(origin, pinned))[0]?.attributes).toEqual([
    ['async', ''],
    ['src', `${origin}/${pinned.file}`],
    ['integrity', pinned.integrity],
    ['crossorigin', 'anonymous'],
  ]);
  expect(snippets.policySnippet(origin)).toBe(
    `Content-Security-Policy: script-src 'self' ${origin}`,
  );
});
