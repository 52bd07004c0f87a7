// `/button.svg`: the button as a picture, for letters and Markdown, chosen by the same names as in a page.

import {
  longestCaption,
  type OptionName,
  optionNames,
  options,
  optionsFrom,
} from '@brama/signin-button/options';
import { pictureOf } from '@brama/signin-button/picture';
import type { FastifyInstance } from 'fastify';
import { fail } from '../errors.ts';
import { allowAllOrigins } from '../http/cors.ts';

/** XML 1.0 knows no other characters, not even escaped (its production 2, `Char`). */
const xmlText = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u;

/** A picture never falls back silently: nobody looks at a console there. */
function isSound(name: OptionName, value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const option = options[name];
  if (option.kind === 'choice') return option.values.some((one) => one === value);
  if (option.kind === 'flag') return value === 'true' || value === 'false';
  return value.length <= longestCaption && xmlText.test(value);
}

export function registerButtonPicture(server: FastifyInstance) {
  server.get('/button.svg', (request, reply) => {
    const given = new Map(Object.entries(request.query as Record<string, unknown>));
    for (const [name, value] of given)
      if (!optionNames.some((known) => known === name) || !isSound(name as OptionName, value))
        fail('request.invalid');
    const svg = pictureOf(optionsFrom((name) => given.get(name) as string | undefined));
    allowAllOrigins(reply);
    return reply
      .type('image/svg+xml; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(svg);
  });
}
