import { expect, test } from 'vitest';
import { inlineScriptHashes, inlineStyleHashes } from './site.ts';

test('only scripts that run from the page itself are hashed', () => {
  const html =
    '<script type="module" src="/a.js"></script><script type="application/json">{}</script><script></script>';
  // the hash of nothing, as every SHA-256 implementation gives it
  expect(inlineScriptHashes(html)).toEqual([
    "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  ]);
});

test('styles of the page are hashed', () => {
  expect(inlineStyleHashes('<link rel="stylesheet" href="/a.css"><style></style>')).toEqual([
    "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  ]);
});
