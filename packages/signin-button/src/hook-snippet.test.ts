// Tests the React hook that integrators copy from the wizard, with a fake page and a fake React.

import { transformWithOxc } from 'vite';
import { beforeEach, expect, test } from 'vitest';
import { hookSnippet } from './snippets.ts';

const address = 'https://id.campus.example/kpi-id-signin.js';

type Script = { src: unknown; onload(): void; onerror(): void; remove(): void };
type Rules = { createScriptURL(url: string): string };
class Trusted {
  text: string;
  constructor(text: string) {
    this.text = text;
  }
}

let scripts: Script[];
let page: { KPIID?: unknown; trustedTypes?: unknown };
let makeScript: () => object;
let statuses: string[];
let mount: () => () => void;

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const run = () => {
  page.KPIID = { init: () => undefined };
};

beforeEach(async () => {
  scripts = [];
  statuses = [];
  page = {};
  makeScript = () => ({});
  const { code } = await transformWithOxc(
    hookSnippet('https://id.campus.example'),
    'use-kpi-id-signin.ts',
  );
  const body = code.replaceAll(/^import .*$/gm, '').replaceAll('export ', '');
  const make = new Function(
    'useState',
    'useEffect',
    'window',
    'document',
    `${body}; return useKpiIdSignin`,
  );
  const effects: (() => () => void)[] = [];
  const use = make(
    (first: string) => [first, (now: string) => statuses.push(now)],
    (effect: () => () => void) => effects.push(effect),
    page,
    {
      createElement: () => {
        const script = makeScript() as Script;
        return Object.assign(script, {
          remove: () => {
            scripts = scripts.filter((one) => one !== script);
          },
        });
      },
      head: { append: (script: Script) => scripts.push(script) },
    },
  );
  mount = () => {
    expect(use()).toBe('loading');
    return effects.pop()?.() ?? (() => undefined);
  };
});

test('the status becomes ready after the script has run; two components share one script', async () => {
  mount();
  mount();
  await settle();
  expect(scripts.map(({ src }) => src)).toEqual([address]);
  expect(statuses).toEqual([]);
  run();
  scripts[0]?.onload();
  await settle();
  expect(statuses).toEqual(['ready', 'ready']);
  mount();
  await settle();
  expect(scripts).toHaveLength(1);
});

test('the status becomes failed when the script is blocked; the next component loads it again', async () => {
  mount();
  await settle();
  scripts[0]?.onerror();
  await settle();
  expect(statuses).toEqual(['failed']);
  expect(scripts).toEqual([]);
  mount();
  await settle();
  run();
  scripts[0]?.onload();
  await settle();
  expect(statuses).toEqual(['failed', 'ready']);
});

test('the status becomes failed when the script does not define the expected object', async () => {
  mount();
  await settle();
  page.KPIID = { id: 'KPIID' };
  scripts[0]?.onload();
  await settle();
  expect(statuses).toEqual(['failed']);
});

test('an unmounted component receives no status', async () => {
  const unmount = mount();
  unmount();
  await settle();
  run();
  scripts[0]?.onload();
  await settle();
  expect(statuses).toEqual([]);
});

/** Makes the fake page enforce Trusted Types. `list`: the policies that the page allows, each once. */
function enforceTrustedTypes(list: string[]) {
  page.trustedTypes = {
    createPolicy(name: string, { createScriptURL }: Rules) {
      const at = list.indexOf(name);
      if (at < 0) throw new TypeError('not allowed');
      list.splice(at, 1);
      return { createScriptURL: (url: string) => new Trusted(createScriptURL(url)) };
    },
  };
  makeScript = () =>
    Object.defineProperty({}, 'src', {
      configurable: true,
      set(value: unknown) {
        if (!(value instanceof Trusted)) throw new TypeError("requires 'TrustedScriptURL'");
        Object.defineProperty(this, 'src', { value: value.text });
      },
    });
}

test('under Trusted Types one policy is created and allows the script address', async () => {
  enforceTrustedTypes(['kpi-id-signin']);
  mount();
  await settle();
  scripts[0]?.onerror();
  await settle();
  mount();
  await settle();
  expect(scripts.map(({ src }) => src)).toEqual([address]);
  run();
  scripts[0]?.onload();
  await settle();
  expect(statuses).toEqual(['failed', 'ready']);
});

test('without that policy the hook uses the script that the page included', async () => {
  enforceTrustedTypes([]);
  mount();
  await settle();
  expect(statuses).toEqual(['failed']);
  run();
  mount();
  await settle();
  expect(statuses).toEqual(['failed', 'ready']);
  expect(scripts).toEqual([]);
});
