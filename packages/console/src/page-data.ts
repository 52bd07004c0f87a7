// What the server puts into the document: whose page it is, and the name of the university.

import type { ConsoleProps } from '@brama/contract/pages/console-props';
import { defaultLanguage, isLanguage, type Language } from '@brama/contract/paths';

function inlineJson<Value>(id: string): Value {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
}

const served = document.documentElement.lang;

export const language: Language = isLanguage(served) ? served : defaultLanguage;

/** The address of the console in the language of the page. */
export const basePath = `/${language}/admin`;

export const { userHash, fullName, permissions, idleSeconds } = inlineJson<{ props: ConsoleProps }>(
  'state',
).props;
