// The code that integrators copy: the button as HTML, React, a link and a picture. It is made from the options of the
// button. `origin` is Brama's address without a trailing slash. Pure.

import { sizes } from './button/look.ts';
import {
  addressOf,
  attributesOf,
  type ButtonOptions,
  captionOf,
  completed,
  linkTargetOf,
  type OptionName,
  options,
} from './options.ts';

/** The pinned script: its path without a leading slash and its Subresource Integrity value. */
export type PinnedScript = { file: string; integrity: string };

/** The placeholder in snippets without an id. */
export const placeholderId = 'YOUR-APP-ID';

function named(given: ButtonOptions): ButtonOptions {
  const all = completed(given);
  return all.appId === '' ? { ...all, appId: placeholderId } : all;
}

const forHtml: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for element content and for attributes in double quotes. */
const html = (text: string) => text.replace(/[&<>"]/g, (one) => forHtml[one] ?? '');

/** The height reserved for the button, so that nothing below it moves when the script draws it. */
const heightOf = ({ size }: ButtonOptions) => sizes[size].height;

export const scriptAddress = (origin: string) => `${origin}/kpi-id-signin.js`;
export const moduleAddress = (origin: string) => `${origin}/kpi-id-signin.mjs`;

export function scriptSnippet(origin: string): string {
  return `<script async src="${html(scriptAddress(origin))}"></script>`;
}

/** Returns the script for pages that include only modules. */
export function moduleSnippet(origin: string): string {
  return `<script type="module" src="${html(moduleAddress(origin))}"></script>`;
}

export function pinnedScriptSnippet(origin: string, { file, integrity }: PinnedScript): string {
  return [
    `<script async src="${html(`${origin}/${file}`)}"`,
    `  integrity="${html(integrity)}"`,
    '  crossorigin="anonymous"></script>',
  ].join('\n');
}

/** Returns the source that the page’s Content-Security-Policy must allow. */
export function policySnippet(origin: string): string {
  return `Content-Security-Policy: script-src 'self' ${origin}`;
}

export function markupSnippet(origin: string, given: ButtonOptions): string {
  const all = named(given);
  return [
    '<div id="kpi_id_signin"',
    ...attributesOf(all).map(([name, value]) => `  ${name}="${html(value)}"`),
    `  style="min-height:${heightOf(all)}px">`,
    `  ${linkSnippet(origin, all)}`,
    '</div>',
  ].join('\n');
}

/** Returns an attribute value in JSX, where backslashes do not escape quotes but entities are decoded. */
function jsxValue(value: string): string {
  return /^[^"&\\\p{Cc}\u2028\u2029]*$/u.test(value) ? `"${value}"` : `{${JSON.stringify(value)}}`;
}

/** Returns a text in JSX, where braces begin code and repeated spaces are lost. */
function jsxText(text: string): string {
  const isPlain = /^[^{}<>&\p{Cc}\u2028\u2029]*$/u.test(text) && !/ {2}/.test(text);
  return isPlain ? text : `{${JSON.stringify(text)}}`;
}

/** Returns the hook as a file. It reports ready after the script has run, and works for several buttons. */
export function hookSnippet(origin: string): string {
  return `// use-kpi-id-signin.ts
import { useEffect, useState } from 'react';

declare global {
  interface Window {
    KPIID?: { init(): void };
  }
}

type Status = 'loading' | 'ready' | 'failed';
type Policy = { createScriptURL(url: string): string };
type Factory = { createPolicy(name: string, rules: Policy): Policy };

const address = ${JSON.stringify(scriptAddress(origin))};
let policy: Policy | undefined;
let loading: Promise<void> | undefined;

// Trusted Types: a policy that knows this one address
function trusted(): string {
  const { trustedTypes } = window as unknown as { trustedTypes?: Factory };
  policy ??= trustedTypes?.createPolicy('kpi-id-signin', {
    createScriptURL: () => address,
  });
  return policy?.createScriptURL(address) ?? address;
}

function insert(): HTMLScriptElement {
  const script = document.createElement('script');
  script.src = trusted();
  document.head.append(script);
  return script;
}

function load(): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const isThere = () => typeof window.KPIID?.init === 'function';
    // the page may already have loaded the script
    if (isThere()) return resolve();
    const script = insert();
    const end = () => {
      if (isThere()) return resolve();
      script.remove();
      reject(new Error('the sign-in button cannot be loaded'));
    };
    script.onload = end;
    script.onerror = end;
  }).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

export function useKpiIdSignin(): Status {
  const [status, setStatus] = useState<Status>('loading');
  useEffect(() => {
    let over = false;
    const say = (now: Status) => {
      if (!over) setStatus(now);
    };
    load().then(() => say('ready'), () => say('failed'));
    return () => {
      over = true;
    };
  }, []);
  return status;
}`;
}

export function componentSnippet(origin: string, given: ButtonOptions): string {
  const all = named(given);
  const attributes = attributesOf(all).map(([name, value]) => `      ${name}=${jsxValue(value)}`);
  return [
    '// sign-in-button.tsx',
    "import { useEffect } from 'react';",
    "import { useKpiIdSignin } from './use-kpi-id-signin';",
    '',
    'export function SignInButton() {',
    '  const status = useKpiIdSignin();',
    '  useEffect(() => {',
    "    if (status === 'ready') window.KPIID?.init();",
    '  }, [status]);',
    '  return (',
    '    <div',
    '      id="kpi_id_signin"',
    ...attributes,
    `      style={{ minHeight: ${heightOf(all)} }}`,
    '    >',
    `      <a href=${jsxValue(addressOf(origin, all))} target=${jsxValue(linkTargetOf(all))}>`,
    `        ${jsxText(captionOf(all))}`,
    '      </a>',
    '    </div>',
    '  );',
    '}',
  ].join('\n');
}

const linkTag = (origin: string, all: ButtonOptions) =>
  `<a href="${html(addressOf(origin, all))}" target="${linkTargetOf(all)}">`;

/** Returns a plain link, which works without any script. */
export function linkSnippet(origin: string, given: ButtonOptions): string {
  const all = named(given);
  return `${linkTag(origin, all)}${html(captionOf(all))}</a>`;
}

/** The options that affect the picture. */
const pictured = [
  'size',
  'color',
  'logoAlignment',
  'caption',
  'locale',
] as const satisfies readonly OptionName[];

/** Returns the address of the picture. Its query contains only options that differ from the defaults. */
export function pictureAddress(origin: string, given: ButtonOptions): string {
  const query = new URLSearchParams();
  for (const name of pictured) {
    const option = options[name];
    const usual = option.kind === 'choice' ? option.values[0] : '';
    if (given[name].trim() !== usual) query.set(name, given[name].trim());
  }
  return `${origin}/button.svg${query.size > 0 ? `?${query}` : ''}`;
}

export function pictureSnippet(origin: string, given: ButtonOptions): string {
  const all = named(given);
  return [
    linkTag(origin, all),
    `  <img src="${html(pictureAddress(origin, all))}"`,
    `    alt="${html(captionOf(all))}" height="${heightOf(all)}">`,
    '</a>',
  ].join('\n');
}

export function markdownSnippet(origin: string, given: ButtonOptions): string {
  const all = named(given);
  const alternative = captionOf(all)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>&!]/g, '\\$&');
  return `[![${alternative}](${pictureAddress(origin, all)})](${addressOf(origin, all)})`;
}
