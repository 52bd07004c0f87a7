// What the pages of all simulators share: escaping, and the language a browser asks for.

import type { IncomingMessage } from 'node:http';

export type Language = 'uk' | 'en';

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function languageOf(request: IncomingMessage): Language {
  return /^en\b/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'uk';
}
