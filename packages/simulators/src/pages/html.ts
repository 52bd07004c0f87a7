// Shared functions for the simulators' pages: HTML escaping and the browser's preferred language.

import type { IncomingMessage } from 'node:http';

export type Language = 'uk' | 'en';

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function languageOf(request: IncomingMessage): Language {
  return /^en\b/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'uk';
}
