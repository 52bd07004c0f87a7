// Tests the loader in a fake page, in which the test fires the load and error events of scripts.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const brama = 'https://id.example';
const other = 'https://id.elsewhere.example';
const address = `${brama}/v1/kpi-id-signin.js`;

class Script extends EventTarget {
  src = '';
  async = false;
  remove = () => {
    scripts = scripts.filter((one) => one !== this);
  };
}

let scripts: Script[];
let page: EventTarget & Record<string, unknown>;
let complaints: string[];
let makeScript: () => Script;
let loadKpiIdSignin: (baseUrl: string) => Promise<void>;

const document = { readyState: 'complete' };

/** Sets the global, as the real script does when it runs. */
const run = (origin = brama) => {
  page['KPIID'] = { init: () => undefined, origin };
};
const tell = (name: 'load' | 'error', script = scripts.at(-1)) =>
  script?.dispatchEvent(new Event(name));

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Returns how a promise has settled, or “pending”, after all waiting callbacks have run. */
async function endOf(promise: Promise<void>): Promise<string> {
  const settled = promise.then(
    () => 'resolved',
    (error: Error) => error.message,
  );
  return Promise.race([settled, settle().then(() => 'pending')]);
}

beforeEach(async () => {
  scripts = [];
  complaints = [];
  makeScript = () => new Script();
  page = new EventTarget() as typeof page;
  document.readyState = 'complete';
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', {
    get readyState() {
      return document.readyState;
    },
    get scripts() {
      return scripts;
    },
    createElement: () => makeScript(),
    head: { append: (script: Script) => scripts.push(script) },
  });
  vi.spyOn(console, 'error').mockImplementation((text) => complaints.push(text));
  vi.resetModules();
  ({ loadKpiIdSignin } = await import('./load.ts'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a script that the loader adds', () => {
  test('resolves only after the script has run; all calls share one script', async () => {
    const first = loadKpiIdSignin(`${brama}/uk/`);
    const second = loadKpiIdSignin(brama);
    await settle();
    expect(scripts.map(({ src }) => src)).toEqual([address]);
    expect(await endOf(first)).toBe('pending');
    run();
    tell('load');
    expect(await endOf(first)).toBe('resolved');
    expect(await endOf(second)).toBe('resolved');
    expect(await endOf(loadKpiIdSignin(brama))).toBe('resolved');
    expect(scripts).toHaveLength(1);
  });

  test('that is blocked is rejected and removed; the next call adds it again', async () => {
    const first = loadKpiIdSignin(brama);
    await settle();
    tell('error');
    expect(await endOf(first)).toBe(`cannot load ${address}`);
    expect(scripts).toEqual([]);
    const second = loadKpiIdSignin(brama);
    await settle();
    expect(scripts).toHaveLength(1);
    run();
    tell('load');
    expect(await endOf(second)).toBe('resolved');
  });

  test('that does not define the expected object is rejected', async () => {
    const loading = loadKpiIdSignin(brama);
    await settle();
    page['KPIID'] = { origin: brama };
    tell('load');
    expect(await endOf(loading)).toBe(`cannot load ${address}`);
    expect(scripts).toEqual([]);
  });
});

describe('under Trusted Types', () => {
  type Rules = { createScriptURL(text: string): string };
  class Trusted {
    text: string;
    constructor(text: string) {
      this.text = text;
    }
  }
  const policies: string[] = [];

  /**
   * Makes the fake page reject plain strings as script addresses (Trusted Types). `list`: the policies it allows, each
   * once.
   */
  function enforce(list: string[]) {
    policies.length = 0;
    page['trustedTypes'] = {
      createPolicy(name: string, { createScriptURL }: Rules) {
        if (!list.includes(name) || policies.includes(name)) throw new TypeError('not allowed');
        policies.push(name);
        return { createScriptURL: (text: string) => new Trusted(createScriptURL(text)) };
      },
    };
    makeScript = () => {
      const script = new Script();
      const take = (value: unknown) => {
        if (!(value instanceof Trusted)) throw new TypeError("requires 'TrustedScriptURL'");
        Object.defineProperty(script, 'src', { value: value.text });
      };
      return Object.defineProperty(script, 'src', { set: take, configurable: true });
    };
  }

  test('one policy is created and allows the script address', async () => {
    enforce(['kpi-id-signin']);
    const first = loadKpiIdSignin(brama);
    await settle();
    expect(scripts.map(({ src }) => src)).toEqual([address]);
    tell('error');
    await endOf(first);
    const second = loadKpiIdSignin(brama);
    await settle();
    run();
    tell('load');
    expect(await endOf(second)).toBe('resolved');
    expect(policies).toEqual(['kpi-id-signin']);
  });

  test('without that policy the loader uses the script that the page included', async () => {
    enforce([]);
    expect(await endOf(loadKpiIdSignin(brama))).toContain('TrustedScriptURL');
    run();
    expect(await endOf(loadKpiIdSignin(brama))).toBe('resolved');
  });
});

describe('a script that the page included', () => {
  beforeEach(() => {
    document.readyState = 'interactive';
    scripts.push(Object.assign(new Script(), { src: `${brama}/kpi-id-signin.js` }));
  });

  test('is awaited, and no second script is added', async () => {
    const loading = loadKpiIdSignin(brama);
    expect(await endOf(loading)).toBe('pending');
    run();
    tell('load');
    expect(await endOf(loading)).toBe('resolved');
    expect(scripts).toHaveLength(1);
  });

  test.each(['error', 'page'] as const)(
    'does not arrive (%s): the loader adds one',
    async (what) => {
      const loading = loadKpiIdSignin(brama);
      await settle();
      if (what === 'error') tell('error');
      else page.dispatchEvent(new Event('load'));
      await settle();
      expect(scripts.map(({ src }) => src)).toEqual([`${brama}/kpi-id-signin.js`, address]);
      run();
      tell('load');
      expect(await endOf(loading)).toBe('resolved');
    },
  );
});

describe('a page uses one Brama origin', () => {
  const refusal = `[KPI ID] this page has the button of ${brama}; that of ${other} stays a link`;

  test('a second origin is rejected during and after the first load, with one message', async () => {
    const first = loadKpiIdSignin(brama);
    expect(await endOf(loadKpiIdSignin(other))).toBe(refusal);
    run();
    tell('load');
    expect(await endOf(first)).toBe('resolved');
    expect(await endOf(loadKpiIdSignin(other))).toBe(refusal);
    expect(complaints).toEqual([refusal]);
    expect(scripts.map(({ src }) => src)).toEqual([address]);
  });

  test('a second origin is rejected when the page included the first script', async () => {
    run();
    expect(await endOf(loadKpiIdSignin(other))).toBe(refusal);
    expect(scripts).toEqual([]);
  });

  test('a second origin is accepted after the first failed to load', async () => {
    const first = loadKpiIdSignin(brama);
    await settle();
    tell('error');
    await endOf(first);
    const second = loadKpiIdSignin(other);
    await settle();
    run(other);
    tell('load');
    expect(await endOf(second)).toBe('resolved');
    expect(complaints).toEqual([]);
  });

  test('an element with the name of the global object is ignored', async () => {
    page['KPIID'] = { origin: other, id: 'KPIID' };
    const loading = loadKpiIdSignin(brama);
    await settle();
    run();
    tell('load');
    expect(await endOf(loading)).toBe('resolved');
  });
});
