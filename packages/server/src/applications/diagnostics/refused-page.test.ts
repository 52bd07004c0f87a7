import type { PageProps } from '@brama/contract/pages/page-props';
import { expect, test } from 'vitest';
import type { Translate } from '../../pages/translate.ts';
import type { PageNotices } from '../interaction-pages.ts';
import { addressMismatch } from './mismatch.ts';
import { refusedRequestPage } from './refused-page.ts';

const reference = '5d1c0a3e-93f2-4b1e-8f2a-0c7d6e5f4a3b';

/** Returns the props of the page for an address, next to the registered ones. */
function propsFor(received: string | undefined, registered: readonly string[]) {
  let props: unknown;
  const pageNotices: Pick<PageNotices, 'page'> = {
    page(language, { partsIn }) {
      props = partsIn(language);
      return '';
    },
  };
  const translate = (() =>
    (key: string, values: object = {}) =>
      [key.split('.').at(-1), ...Object.values(values)].join(' ')) as unknown as Translate;
  refusedRequestPage({ pageNotices, translate }, 'en', {
    error: 'invalid_redirect_uri',
    reason: 'unregistered-address',
    reference,
    mismatch: addressMismatch('redirect_uri', received, registered),
  });
  return props as PageProps['request-refused'];
}

test('the page names the parameter and what differs', () => {
  const registered = ['https://a.example/in', 'https://b.example/in'];
  const { why, fact } = propsFor('https://a.example/in/', registered);
  expect(why.en).toBe(
    'invalid_redirect_uri: unregistered-address redirect_uri differs trailing-slash',
  );
  expect(fact).toEqual({
    parameter: 'redirect_uri',
    received: { before: 'https://a.example/in', differs: '/', after: '' },
    nearest: { before: 'https://a.example/in', differs: '', after: '' },
    others: ['https://b.example/in'],
  });
});

test('without registered addresses the page shows no empty one', () => {
  const { why, fact } = propsFor('https://a.example/in', []);
  expect(why.en).toBe('invalid_redirect_uri: unregistered-address redirect_uri');
  expect(fact?.received).toEqual({ before: 'https://a.example/in', differs: '', after: '' });
  expect(fact?.nearest).toBeUndefined();
});

test('a parameter that was not sent is named as missing', () => {
  const { why, fact } = propsFor(undefined, ['https://a.example/in']);
  expect(why.en).toMatch(/ missing redirect_uri$/);
  expect([fact?.received, fact?.nearest?.before]).toEqual([undefined, 'https://a.example/in']);
});
