// Reads and writes the query of an address. Values are texts.
import { basePath } from '../page-data.ts';

type Given = Readonly<Record<string, unknown>>;

/** Returns the parameters with these names that are not empty. */
export function pickTexts<const Name extends string>(
  given: Given,
  names: readonly Name[],
): { [N in Name]?: string } {
  const found = names.flatMap((name) => {
    const value = given[name];
    return typeof value === 'string' && value !== '' ? [[name, value]] : [];
  });
  return Object.fromEntries(found);
}

/** Returns the value if it is one of the list. */
export function oneOf<const Value extends string>(
  given: unknown,
  values: readonly Value[],
): Value | undefined {
  return values.find((value) => value === given);
}

/** Returns the address of a page of the console, without empty parameters. */
export function hrefOf(path: string, parameters: Given = {}): string {
  const texts = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, `${value}`]],
  );
  return basePath + path + (texts.length > 0 ? `?${new URLSearchParams(texts)}` : '');
}
