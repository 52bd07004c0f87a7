// The sign-in methods below the form, for every set of methods that a server may enable.
import { type LoginNotice, type MethodId, methodIds } from '@brama/contract/pages/login-page';
import { Texts } from '@brama/contract/pages/words';
import type { TypeOptions } from 'i18next';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readWords } from '../../build/words.ts';
import { CurrentInstance } from '../browser/instance.ts';
import { inventedInstance } from '../entries/example-instance.ts';
import { CurrentTexts } from '../i18n/use-translation.ts';
import { otherMethods } from './methods.tsx';
import { OtherMethods } from './other-methods.tsx';

const { login } = readWords('uk') as unknown as { login: TypeOptions['resources']['login'] };
const texts = new Texts('uk', { login });

const html = (content: ReactNode) =>
  renderToString(
    <CurrentTexts value={texts}>
      <CurrentInstance value={inventedInstance}>{content}</CurrentInstance>
    </CurrentTexts>,
  );

const onLeave = () => undefined;

/** Returns the methods in the order in which the page shows them, after `or` if there is a divider. */
function shown(
  methods: readonly MethodId[],
  first?: MethodId,
  notice: LoginNotice = 'none',
): string[] {
  const page = html(
    <OtherMethods
      first={first}
      marked={methods.length > 1}
      methods={methods}
      notice={notice}
      onLeave={onLeave}
    />,
  );
  const links = Object.entries(otherMethods).map(([id, { Link }]) => {
    const isOnly = methods.length === 1;
    const link = html(<Link isOnly={isOnly} marked={!isOnly} notice={notice} onLeave={onLeave} />);
    return [id, page.indexOf(link)] as const;
  });
  return [['or', page.indexOf(`>${login.or}<`)] as const, ...links]
    .filter(([, at]) => at >= 0)
    .sort(([, one], [, other]) => one - other)
    .map(([name]) => name);
}

/** Every set of methods but the empty one. */
const methodSets = Array.from({ length: 2 ** methodIds.length }, (_, bits): MethodId[] =>
  methodIds.filter((_id, index) => Math.floor(bits / 2 ** index) % 2 === 1),
).slice(1);
const sets = methodSets.map((methods) => ({ methods, name: methods.join(', ') }));

test.each(sets)('$name', ({ methods }) => {
  const others = methods.filter((method) => method !== 'password');
  const divided = methods.includes('password') && methods.length > 1;
  expect(shown(methods)).toEqual([...(divided ? ['or'] : []), ...others]);
});

test('the method that was used last is the first, before the divider', () => {
  expect(shown(['password', 'diia', 'google', 'passkey'], 'google')).toEqual([
    'google',
    'diia',
    'passkey',
    'or',
  ]);
  expect(shown(['diia', 'google'], 'google')).toEqual(['google', 'diia']);
});

test.each(methodIds)('%s has a text for a page with only this method', (id) => {
  expect(login.only.ways[id]).toMatch(/./);
});

test('the Google link reports that Google did not respond', () => {
  const page = html(
    <OtherMethods
      first={undefined}
      marked={false}
      methods={['google']}
      notice="google-unavailable"
      onLeave={onLeave}
    />,
  );
  expect(page).toContain(login.google.silent);
});
