// Reads the styles of an SVG file: rules for elements, classes and ids. Pure. Every other rule is refused.

import { outside, type ReadValue, readProperty, refersOutside, type Value } from './values.ts';

export type Declarations = Map<string, Value>;

type Selector = { element: string | undefined; classes: string[]; ids: string[] };
export type Rule = { selector: Selector; specificity: number; declarations: Declarations };

/** What a rule can select an element by. */
export type Selected = { name: string; classes: ReadonlySet<string>; id: string | undefined };

const notSimple = 'must hold simple styles only: rules for elements, classes and ids';
/** Each rule is compared with each element. */
const maxRules = 256;
const simpleSelector = /^(?:\*|[\w-]+)?(?:[.#][\w\u0080-\uffff-]+)*$/;

function withoutComments(text: string): string {
  const [first = '', ...rest] = text.split('/*');
  return first + rest.map((part) => ` ${part.split('*/').slice(1).join('*/')}`).join('');
}

/** Reads the value of `style`, or what is between the braces of a rule. Calls `refuse` for what is not accepted. */
export function readDeclarations(text: string, refuse: (reason: string) => void): Declarations {
  const declarations: Declarations = new Map();
  for (const declaration of withoutComments(text).split(';')) {
    const [name = '', ...rest] = declaration.split(':');
    const key = name.trim().toLowerCase();
    const value: ReadValue | undefined = readProperty(key, rest.join(':').trim());
    if (value && 'reason' in value) refuse(value.reason);
    else if (value) declarations.set(key, value);
  }
  return declarations;
}

function readSelector(text: string): Selector | undefined {
  if (text === '' || !simpleSelector.test(text)) return undefined;
  const parts = text.match(/[.#]?[^.#]+/g) ?? [];
  const named = (mark: string) =>
    parts.filter((part) => part.startsWith(mark)).map((part) => part.slice(1));
  const [element] = parts.filter((part) => /^[^.#*]/.test(part));
  return { element, classes: named('.'), ids: named('#') };
}

function readRule(text: string, refuse: (reason: string) => void): Rule[] {
  const [list = '', body, ...more] = text.split('{');
  if (body === undefined || more.length > 0) {
    refuse(notSimple);
    return [];
  }
  const declarations = readDeclarations(body, refuse);
  return list.split(',').flatMap((one) => {
    const selector = readSelector(one.trim());
    if (!selector) {
      refuse(notSimple);
      return [];
    }
    const { element, classes, ids } = selector;
    const specificity =
      ids.length * 10_000 + classes.length * 100 + (element === undefined ? 0 : 1);
    return declarations.size > 0 ? [{ selector, specificity, declarations }] : [];
  });
}

/** Returns the rules in the order in which they apply. Calls `refuse` for what is not accepted. */
export function readRules(text: string, refuse: (reason: string) => void): Rule[] {
  const content = withoutComments(text);
  if (refersOutside(content)) refuse(outside);
  const parts = content.split('}');
  if (parts.pop()?.trim() !== '') refuse(notSimple);
  const rules = parts.flatMap((part) => readRule(part, refuse));
  if (rules.length > maxRules) refuse(`must not hold more than ${maxRules} rules of styles`);
  return rules.slice(0, maxRules).sort((one, other) => one.specificity - other.specificity);
}

/** Returns the declarations of the rules that select the element. */
export function declarationsFor({ name, classes, id }: Selected, rules: readonly Rule[]) {
  return rules
    .filter(
      ({ selector }) =>
        (selector.element === undefined || selector.element === name) &&
        selector.classes.every((one) => classes.has(one)) &&
        selector.ids.every((one) => one === id),
    )
    .flatMap(({ declarations }) => [...declarations]);
}
