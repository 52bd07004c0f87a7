import { addressPieces } from '@brama/contract/pages/address-pieces';
import { expect, test } from 'vitest';

test.each([
  ['localhost:3000', ['localhost:3000']],
  ['id.campus.example:8443', ['id.', 'campus.', 'example:8443']],
  ['o.shevchenko@campus.example', ['o.', 'shevchenko', '@campus.', 'example']],
  ['https://id.campus.example/', ['https://', 'id.', 'campus.', 'example/']],
  [
    'https://a.example/wiki/../index.php?title=Main_Page&x=1#top',
    [
      'https://',
      'a.',
      'example/',
      'wiki/../',
      'index.',
      'php?',
      'title=',
      'Main_',
      'Page&',
      'x=',
      '1#',
      'top',
    ],
  ],
  ['', []],
  [
    'https://a.example/\nhttps://b.example/',
    ['https://', 'a.', 'example/', '\nhttps://', 'b.', 'example/'],
  ],
  ['Допомога', ['Допомога']],
])('%s', (address, pieces) => {
  expect(addressPieces(address)).toEqual(pieces);
  expect(pieces.join('')).toBe(address);
});
