// The ways beside the form, for every set of methods a server may have configured.
import { type LoginNotice, type MethodId, methodIds } from '@brama/contract/pages/login-page';
import type { TypeOptions } from 'i18next';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { readWords } from '../../build/words.ts';

import { CurrentInstance } from '../browser/instance.ts';
import { inventedInstance } from '../entries/example-instance.ts';
import { inlinedI18n } from '../i18n/inlined-i18n.ts';
import { OtherMethods } from './other-methods.tsx';

const { login } = readWords('uk') as unknown as { login: TypeOptions['resources']['login'] };
const i18n = inlinedI18n('uk', { uk: { login } });

function shown(methods: readonly MethodId[], notice: LoginNotice = 'none'): string[] {
  const html = renderToString(
    <I18nextProvider i18n={i18n}>
      <CurrentInstance value={inventedInstance}>
        <OtherMethods methods={methods} notice={notice} onLeave={() => undefined} />
      </CurrentInstance>
    </I18nextProvider>,
  );
  const texts = {
    or: `>${login.or}<`,
    diia: 'href="/uk/diia"',
    google: 'href="/api/google/redirect"',
    silent: login.google.silent,
  };
  const places = Object.entries(texts).map(([name, text]) => [name, html.indexOf(text)] as const);
  const there = places.filter(([, at]) => at >= 0).sort(([, one], [, other]) => one - other);
  return there.map(([name]) => name);
}

/** Every set of methods but the empty one. */
const methodSets = Array.from({ length: 2 ** methodIds.length }, (_, bits): MethodId[] =>
  methodIds.filter((_id, index) => Math.floor(bits / 2 ** index) % 2 === 1),
).slice(1);
const sets = methodSets.map((methods) => ({ methods, name: methods.join(', ') }));

test.each(sets)('$name', ({ methods }) => {
  const others = ['diia', 'google'].filter((way) => methods.some((method) => method === way));
  const divided = methods.includes('password') && methods.length > 1;
  expect(shown(methods)).toEqual([...(divided ? ['or'] : []), ...others]);
});

test('the link of Google says that Google did not respond', () => {
  expect(shown(['google'], 'google-unavailable')).toEqual(['google', 'silent']);
});
