import { describe, expect, test } from 'vitest';
import type { Application } from '../application.ts';
import { createCasSettingsParser, settingsOf, startUrlOf } from './settings.ts';

const services = ['https://campus.example/app/'];

function parserFor(isProduction: boolean) {
  const parse = createCasSettingsParser({ isProduction, methodsOn: ['password', 'diia'] });
  return (given: object, releases: readonly 'taxId'[] = []) =>
    parse({ type: 'cas', ...given }, undefined, { releases });
}
const parse = parserFor(true);

/** Returns the issues as `path: reason`. */
function issuesOf(given: object, read = parse) {
  const result = read(given);
  return 'issues' in result
    ? result.issues.map(({ path, reason }) => `${path.join('.')}: ${reason}`)
    : [];
}

test('the least settings', () => {
  expect(parse({ services })).toEqual({
    settings: {
      services,
      startUrl: null,
      attributes: {},
      singleLogout: true,
      proxy: null,
      signInMethods: null,
    },
  });
});

test('all settings, with normalised addresses', () => {
  const given = {
    services: [
      'https://CAMPUS.example:443/app',
      'https://old.campus.example',
      'https://campus.example/app',
    ],
    startUrl: 'https://campus.example/app/start?from=brama',
    attributes: {
      mail: 'email',
      member: 'groups',
      'edu.Person-1_x': 'data.факультет',
      tax: 'taxId',
    },
    singleLogout: 'https://old.campus.example/logout',
    proxy: { callbacks: ['https://campus.example/pgt'], services: ['https://api.example/'] },
    signInMethods: ['diia', 'passkey'],
  };
  expect(parse(given, ['taxId'])).toEqual({
    settings: {
      ...given,
      services: ['https://campus.example/app', 'https://old.campus.example/'],
    },
  });
});

test('the stored form of settings is valid again', () => {
  const first = parse({ services, attributes: { mail: 'email' } });
  const settings = 'settings' in first ? (first.settings as object) : {};
  const shown = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
  expect(parse(shown)).toEqual(first);
});

const withServices = (...all: unknown[]) => ({ services: all });
const withAttributes = (attributes: unknown) => ({ services, attributes });
const withProxy = (proxy: unknown) => ({ services, proxy });

const prefixReason =
  'must not have an encoded slash, backslash or dot in its path, and what is encoded must be UTF-8';
const shownReason = 'must be an address as a browser shows it, with at most 2048 characters';
const httpReason =
  'must begin with https:// (http:// is for localhost, *.localhost and 127.0.0.1 only)';
const nameReason =
  'must begin with a Latin letter or _, have at most 64 letters, digits, _ . and -, and not begin with xml';
const sourceReason =
  'must be one of username, fullName, fullNameEn, givenName, email, studentId, employeeId, affiliation, groups, id, acr, amr, taxId, or data. and the name of a field';

describe('issues', () => {
  test.each<[string, object, string[]]>([
    ['no services', {}, ['services: must be a list']],
    ['an empty list', withServices(), ['services: must not be empty']],
    [
      '21 services',
      withServices(...Array.from({ length: 21 }, (_, index) => `https://h${index}.example/`)),
      ['services: must hold at most 20 entries'],
    ],
    [
      'a service that is a number',
      withServices(1),
      ['services.0: must be text: put the number in quotes'],
    ],
    ['http', withServices(...services, 'http://h.example/'), [`services.1: ${httpReason}`]],
    [
      'a service that is no address',
      withServices('campus.example'),
      ['services.0: must be a full address, for example https://app.campus.example/callback'],
    ],
    ['a query', withServices('https://h.example/?a=1'), ['services.0: must not have a query (?…)']],
    [
      'an empty query',
      withServices('https://h.example/?'),
      ['services.0: must not have a query (?…)'],
    ],
    [
      'a fragment',
      withServices('https://h.example/#a'),
      ['services.0: must not have a fragment (#…)'],
    ],
    [
      'a username',
      withServices('https://u@h.example/'),
      ['services.0: must not hold a username or password'],
    ],
    [
      'a wildcard',
      withServices('https://*.h.example/'),
      ['services.0: must name one host, without a *'],
    ],
    ['an encoded slash', withServices('https://h.example/a%2Fb'), [`services.0: ${prefixReason}`]],
    ['an unknown field', { services, secret: 'x' }, ['secret: is not a known field']],
    [
      'a start page elsewhere',
      { services, startUrl: 'https://campus.example/' },
      ['startUrl: must be one of services, or below one'],
    ],
    [
      'a start page that is no address',
      { services, startUrl: 'app' },
      ['startUrl: must be one of services, or below one'],
    ],
    [
      'attributes as a list',
      withAttributes(['mail']),
      ['attributes: must be a mapping: attribute: source'],
    ],
    ['an unknown source', withAttributes({ mail: 'mail' }), [`attributes.mail: ${sourceReason}`]],
    [
      'a field without a name',
      withAttributes({ mail: 'data.' }),
      [`attributes.mail: ${sourceReason}`],
    ],
    [
      'a name that objects of JavaScript have',
      withAttributes(JSON.parse('{ "__proto__": "id" }')),
      ['attributes.__proto__: is not a name that can be used'],
    ],
    ['an empty name', withAttributes({ '': 'email' }), [`attributes.: ${nameReason}`]],
    ['a name with markup', withAttributes({ 'a><b': 'email' }), [`attributes.a><b: ${nameReason}`]],
    [
      'a name with a prefix',
      withAttributes({ 'cas:user': 'email' }),
      [`attributes.cas:user: ${nameReason}`],
    ],
    ['a name of XML', withAttributes({ xmlns: 'email' }), [`attributes.xmlns: ${nameReason}`]],
    [
      'a name with a digit first',
      withAttributes({ '1a': 'email' }),
      [`attributes.1a: ${nameReason}`],
    ],
    [
      'a name of 65',
      withAttributes({ ['a'.repeat(65)]: 'email' }),
      [`attributes.${'a'.repeat(65)}: ${nameReason}`],
    ],
    [
      'a name of CAS',
      withAttributes({ User: 'email' }),
      ['attributes.User: is the name of an element of CAS'],
    ],
    [
      'names that differ in case',
      withAttributes({ mail: 'email', Mail: 'username' }),
      ['attributes.Mail: is there twice: clients compare names without case'],
    ],
    [
      '31 attributes',
      withAttributes(
        Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`a${at}`, 'email'])),
      ),
      ['attributes: must hold at most 30 entries'],
    ],
    [
      'a tax number that is not released',
      withAttributes({ tax: 'taxId' }),
      ['attributes.tax: needs releases: [taxId]'],
    ],
    [
      'a single logout that is a number',
      { services, singleLogout: 1 },
      ['singleLogout: must be true, false, or an https address'],
    ],
    [
      'a single logout elsewhere',
      { services, singleLogout: 'https://h.example/' },
      ['singleLogout: must have the origin of one of services'],
    ],
    [
      'a single logout that is no address',
      { services, singleLogout: 'logout' },
      ['singleLogout: must be a full address, for example https://app.campus.example/callback'],
    ],
    ['proxy as text', withProxy('x'), ['proxy: must be a mapping']],
    [
      'proxy without its lists',
      withProxy({}),
      ['proxy.callbacks: must be a list', 'proxy.services: must be a list'],
    ],
    [
      'a callback with http',
      withProxy({ callbacks: ['http://localhost/pgt'], services }),
      ['proxy.callbacks.0: must begin with https://'],
    ],
    [
      'a callback with a query',
      withProxy({ callbacks: ['https://h.example/?a'], services }),
      ['proxy.callbacks.0: must not have a query (?…)'],
    ],
    [
      'a callback with an encoded slash',
      withProxy({ callbacks: ['https://h.example/x%2fy'], services }),
      [`proxy.callbacks.0: ${prefixReason}`],
    ],
    [
      'a callback that browsers correct',
      withProxy({
        callbacks: ['https:/h.example/pgt', `https://h.example/${'x'.repeat(2048)}`],
        services,
      }),
      [`proxy.callbacks.0: ${shownReason}`, `proxy.callbacks.1: ${shownReason}`],
    ],
    [
      'an unknown method',
      { services, signInMethods: ['sms'] },
      ['signInMethods.0: must be one of password, diia, google, passkey'],
    ],
    [
      'methods that are off',
      { services, signInMethods: ['google'] },
      ['signInMethods: must name a method whose settings are given here: password, diia'],
    ],
  ])('%s', (_what, given, issues) => {
    expect(issuesOf(given)).toEqual(issues);
  });

  test('hosts of containers are for development only, also there with https for callbacks', () => {
    const development = parserFor(false);
    const local = { services: ['http://app:8080/'] };
    expect(issuesOf(local)).toHaveLength(1);
    expect(issuesOf(local, development)).toEqual([]);
    const proxy = { callbacks: ['http://app:8080/pgt'], services: ['http://app:8080/'] };
    expect(issuesOf({ ...local, proxy }, development)).toHaveLength(1);
  });
});

test('the settings of a record are read once', () => {
  const parsed = parse({ services: ['https://b.example/', 'https://a.example/'] });
  const settings = 'settings' in parsed ? parsed.settings : undefined;
  const application = { protocol: { type: 'cas', settings } } as Application;
  const read = settingsOf(application);
  expect(settingsOf(application)).toBe(read);
  expect(read.prefixes.map(({ href }) => href)).toEqual(read.services);
  expect(startUrlOf(read)).toBe('https://b.example/');
});
