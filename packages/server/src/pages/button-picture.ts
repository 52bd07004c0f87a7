// `/button.svg`: the button as a picture, for emails and Markdown. Its options have the same names as on a page.

import { pictureOf } from '@brama/signin-button/button/picture';
import {
  longestCaption,
  type OptionName,
  optionNames,
  options,
  optionsFrom,
} from '@brama/signin-button/options';
import type { FastifyInstance } from 'fastify';
import { fail } from '../errors.ts';
import { allowAllOrigins } from '../http/headers.ts';

/** Other characters are invalid in XML 1.0, even escaped (production 2, `Char`). */
const xmlText = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u;

/** Returns whether an option is valid. A picture has no console for warnings, so invalid options are an error. */
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
