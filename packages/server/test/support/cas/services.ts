// Addresses that a client may send as `service`, for the application that has registered one address.

export const registered = 'https://campus.example/app/';

/** Refused wherever they arrive. */
export const hostile: readonly string[] = [
  // another host, which begins like the registered one
  'https://campus.example.evil/app/',
  'https://campus.exampleevil/app/',
  'https://evil/https://campus.example/app/',
  'https://evil/?https://campus.example/app/',
  'https://campus.example./app/',
  'https://www.campus.example/app/',
  // Cyrillic letters
  'https://саmpus.example/app/',
  'https://campus.example/аpp/',
  // what browsers read in different ways
  '//campus.example/app/',
  '/app/',
  'https:campus.example/app/',
  'https:/campus.example/app/',
  'https:///campus.example/app/',
  'https:\\\\campus.example/app/',
  'https://campus.example\\@evil/app/',
  'https://campus.example/app\\..\\admin',
  'https://campus.example\t/app/',
  'https://campus\n.example/app/',
  'https://campus.example/app/\r\nSet-Cookie:a=b',
  ' https://campus.example/app/',
  'https://campus.example/app/ ',
  'https://campus.example/app/\u0000',
  'https://campus.example/app/\u007f',
  // users
  'https://campus.example@evil/app/',
  'https://campus.example%40evil/app/',
  'https://user:x@campus.example/app/',
  'https://user@campus.example/app/',
  // another origin
  'https://campus.example:8443/app/',
  'https://campus.example:80/app/',
  'http://campus.example/app/',
  'http://campus.example:443/app/',
  // another path
  'https://campus.example/application/',
  'https://campus.example/app',
  'https://campus.example/App/',
  'https://campus.example/',
  'https://campus.example//app/',
  'https://campus.example/app/../admin',
  'https://campus.example/app/%2e%2e/admin',
  'https://campus.example/app/%2E%2e/admin',
  'https://campus.example/app/.%2e/admin',
  'https://campus.example/app/..%2fadmin',
  'https://campus.example/app/..%5Cadmin',
  'https://campus.example/app/%252e%252e/x',
  'https://campus.example/app/..%252fadmin',
  // dots, slashes and NUL for servers that decode more than once, or read other encodings
  ...['%25%32e', '%25%32%65', '%2%65', '%%32e', '%25252e', '%2525252e', '%25252525252e'].map(
    (dot) => `https://campus.example/app/${dot}${dot}/admin`,
  ),
  ...['%u002e', '%U002E', '%25u002e', '%c0%ae', '%C0%2e', '%e0%80%ae', '%f0%80%80%ae'].map(
    (dot) => `https://campus.example/app/${dot}${dot}/admin`,
  ),
  ...['%25%32f', '%25255c', '%2500', '%u2215', '%u005c', '%c0%af', '%c1%9c', '%e0%80%af'].map(
    (slash) => `https://campus.example/app/..${slash}admin`,
  ),
  'https://campus.example/app/..%253bx/admin',
  'https://campus.example/app/..%25%33bx/admin',
  'https://campus.example/app/%25%32e%25%32e%253b/admin',
  'https://campus.example/app/%252525252525x',
  'https://campus.example/app/%ff',
  'https://campus.example/app/..;/admin',
  'https://campus.example/app/%2e%2e;/admin',
  'https://campus.example/app/..;x=1/admin',
  'https://campus.example/app/..%3bx/admin',
  'https://campus.example/app/%2e%2e%3B/admin',
  'https://campus.example/app/%00',
  'https://campus.example;x=1/app/',
  // other schemes
  'javascript:alert(1)',
  'javascript://campus.example/app/%0aalert(1)',
  'data:text/html,x',
  'blob:https://campus.example/app/1',
  'ftp://campus.example/app/',
  'app://campus.example/app/',
  '',
  'https://',
  `https://campus.example/app/${'x'.repeat(2049)}`,
  'https://campus.example/app/#x',
  'https://campus.example/app/?ticket=ST-1',
  'https://campus.example/app/?a=1&%74icket=x',
  'https://campus.example/app/?ticket',
  'https://campus.example/app/?a=1;ticket=x',
  'https://campus.example/app/?%20ticket=x',
  'https://campus.example/app/?+ticket=x',
  'https://campus.example/app/?ticket[]=x',
  'https://campus.example/app/?a=1;%20ticket%5B0%5D=x',
];

/** Accepted, with the address to which the browser goes. */
export const accepted: readonly (readonly [service: string, href: string])[] = [
  [registered, registered],
  ['https://CAMPUS.example/app/', registered],
  ['HTTPS://campus.example/app/', registered],
  ['https://campus.example:443/app/', registered],
  // full-width letters are the same host
  ['https://ｃａｍｐｕｓ.example/app/', registered],
  ['https://campus.example/other/../app/', registered],
  ['https://campus.example/app/?', `${registered}?`],
  ['https://campus.example/app/x/y', `${registered}x/y`],
  [
    'https://campus.example/app/?a=1&b=%2F%2e%2e&tickets=1',
    `${registered}?a=1&b=%2F%2e%2e&tickets=1`,
  ],
  [
    'https://campus.example/app/?a=1;b=2;tickets=x&c=ticket&ticket-id=3&e%3Bticket=4',
    `${registered}?a=1;b=2;tickets=x&c=ticket&ticket-id=3&e%3Bticket=4`,
  ],
  ['https://campus.example/app/a%20b', `${registered}a%20b`],
  ['https://campus.example/app/розклад', `${registered}%D1%80%D0%BE%D0%B7%D0%BA%D0%BB%D0%B0%D0%B4`],
  [
    'https://campus.example/app/%D1%80%D0%BE%D0%B7%D0%BA%D0%BB%D0%B0%D0%B4%20%E2%84%961.html',
    `${registered}%D1%80%D0%BE%D0%B7%D0%BA%D0%BB%D0%B0%D0%B4%20%E2%84%961.html`,
  ],
  // pages of wikis whose names have a percent sign
  ['https://campus.example/app/100%25_of%20it', `${registered}100%25_of%20it`],
  ['https://campus.example/app/100%25unique', `${registered}100%25unique`],
  ['https://campus.example/app/a%2520b', `${registered}a%2520b`],
  ['https://campus.example/app/100%', `${registered}100%`],
  ['https://campus.example/app/?q=%25%32e%u002e%c0', `${registered}?q=%25%32e%u002e%c0`],
  ['https://campus.example/app/x;jsessionid=1', `${registered}x;jsessionid=1`],
  ['https://campus.example/app/?next=https://evil/', `${registered}?next=https://evil/`],
];
