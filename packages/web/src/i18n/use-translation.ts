// The texts of the page, and the typed function that returns them. Keys without a namespace belong to the first one.
import type { Texts } from '@brama/contract/pages/words';
import type { TFunction, TypeOptions } from 'i18next';
import { createContext, useContext } from 'react';

export type Namespace = keyof TypeOptions['resources'];

export const CurrentTexts = createContext<Texts | undefined>(undefined);

let pageTexts: Texts | undefined;

/** Provides the texts of the page in the browser to React roots of their own, such as toasts. */
export function providePageTexts(texts: Texts): void {
  pageTexts = texts;
}

export function useTexts(): Texts {
  const texts = useContext(CurrentTexts) ?? pageTexts;
  if (!texts) throw new Error('no texts are provided');
  return texts;
}

const prefixed = (namespace: string, key: string) =>
  key.includes(':') ? key : `${namespace}:${key}`;

/** Functions by texts and namespace. They stay the same, so that effects may depend on them. */
const known = new WeakMap<Texts, Map<string, unknown>>();

function functionOf(texts: Texts, namespace: string): unknown {
  const functions = known.get(texts) ?? new Map<string, unknown>();
  known.set(texts, functions);
  const before = functions.get(namespace);
  if (before) return before;
  const t = (keys: string | readonly string[], values?: Record<string, unknown>) =>
    texts.text(
      typeof keys === 'string'
        ? prefixed(namespace, keys)
        : keys.map((key) => prefixed(namespace, key)),
      values,
    );
  functions.set(namespace, t);
  return t;
}

export function useTranslation<
  const Names extends Namespace | readonly [Namespace, ...Namespace[]] = 'common',
>(names?: Names): { t: TFunction<Names> } {
  const texts = useTexts();
  const [first = 'common'] = names === undefined || typeof names === 'string' ? [names] : names;
  return { t: functionOf(texts, first) as TFunction<Names> };
}
