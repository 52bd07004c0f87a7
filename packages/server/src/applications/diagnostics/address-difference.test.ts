import { describe, expect, test } from 'vitest';
import { compareAddresses, differencesOf, markDifference } from './address-difference.ts';
import { shownAddress } from './shown-address.ts';

describe('differences between addresses', () => {
  const registered = 'https://app.campus.example/cb';
  test.each([
    ['https://app.campus.example/cb', []],
    ['http://app.campus.example/cb', ['scheme']],
    ['HTTPS://app.campus.example/cb', ['letter-case']],
    ['https://app.campus.example:443/cb', ['port']],
    ['https://app2.campus.example/cb', ['host']],
    ['https://App.campus.example/cb', ['letter-case']],
    ['https://app.campus.example/cb/', ['trailing-slash']],
    ['https://app.campus.example/Cb', ['letter-case']],
    ['https://app.campus.example/cb/%2e%2e', ['path']],
    ['https://app.campus.example/cb?a=1', ['query']],
    ['https://app.campus.example/cb#a', ['fragment']],
    ['https://me@app.campus.example/cb', ['username']],
    [' https://app.campus.example/cb ', ['spaces']],
    ['https%3A%2F%2Fapp.campus.example%2Fcb', ['encoded-twice']],
    ['app.campus.example/cb', ['not-an-address']],
    ['', ['not-an-address']],
    ['http://evil.example:8080/x', ['scheme', 'host', 'port', 'path']],
  ])('%s: %j', (received, expected) => {
    expect(differencesOf(received, registered)).toEqual(expected);
  });

  test.each([
    ['com.example.app:/cb2', ['path']],
    ['com.example.app://cb', ['host', 'path']],
    ['com.example.other:/cb', ['scheme']],
    ['cb', ['not-an-address']],
  ])('private-use scheme: %s: %j', (received, expected) => {
    expect(differencesOf(received, 'com.example.app:/cb')).toEqual(expected);
  });

  test('returns the most similar address first, with at most four others', () => {
    const many = ['https://z.example/', 'https://a.example/x', 'https://a.example/y/'];
    const more = ['https://b.example/', 'https://c.example/', 'https://d.example/'];
    const { nearest, others } = compareAddresses('http://a.example/y', [...many, ...more]);
    expect(nearest).toEqual({ before: 'http', differs: 's://a.example/y/', after: '' });
    expect(others).toHaveLength(4);
    expect(others[0]).toBe('https://a.example/x');
  });

  test.each([
    ['abc', 'abc', 'abc[]', 'abc[]'],
    ['abc/', 'abc', 'abc[/]', 'abc[]'],
    ['a1c', 'a22c', 'a[1]c', 'a[22]c'],
    ['aaa', 'aa', 'aa[a]', 'aa[]'],
    ['', 'abc', '[]', '[abc]'],
  ])('marks the difference between %s and %s', (one, other, first, second) => {
    const said = markDifference(one, other).map(
      (cut) => `${cut.before}[${cut.differs}]${cut.after}`,
    );
    expect(said).toEqual([first, second]);
  });
});

describe('an address shown in diagnostics', () => {
  const token = 'k'.repeat(43);
  test.each([
    ['https://a.example/cb?code=hush&b[]=hush', 'https://a.example/cb?code=…&b[]=…'],
    ['https://a.example/cb?hush', 'https://a.example/cb?…'],
    [`https://a.example/cb?${token}=1`, 'https://a.example/cb?…'],
    ['https://me:hush@a.example/cb', 'https://…@a.example/cb'],
    ['https:\\\\me:hush@a.example', 'https:\\\\…@a.example'],
    ['https:/me:hush@a.example/', 'https:/…@a.example/'],
    ['https://a.example/cb#id_token=hush', 'https://a.example/cb#…'],
    [`https://a.example/${token}/cb`, `https://a.example/${'k'.repeat(8)}…/cb`],
    ['https://a.example/cb;jsessionid=hush', 'https://a.example/cb…'],
    ['https%3A%2F%2Fa.example%2Fcb%3Fcode%3Dhush', 'https%3A%2F%2Fa.example%2Fcb…'],
    ['Call 911 now', 'Call%20911%20now'],
    ['<b onclick="x">', '<b%20onclick="x">'.replaceAll('%20', '%20')],
    ['https://a.example/\u202Egnp', 'https://a.example/%E2%80%AEgnp'],
    ['https://а.example/', 'https://%D0%B0.example/'],
    ['https://a.example/\u0000\n\u001b[31m', 'https://a.example/%00%0A%1B[31m'],
    ['https://a.example/\ud800', 'https://a.example/%EF%BF%BD'],
    ['', ''],
  ])('%j: %j', (sent, shown) => {
    expect(shownAddress(sent)).toBe(shown);
  });

  test('is shortened to 200 characters', () => {
    const endless = `https://${'a/'.repeat(10_000)}?${'x=1&'.repeat(10_000)}`;
    expect(shownAddress(endless)).toHaveLength(200);
  });
});
