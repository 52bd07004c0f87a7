// What the build and the instance provide to the button wizard.
import { createContext, useContext } from 'react';

export type ButtonFacts = {
  /** The public address of Brama, without a trailing slash. */
  origin: string;
  /** The script under its immutable name. Undefined in the development server. */
  pinned?: { file: string; integrity: string };
  /** The integration manual in the language of the page, if the build contains it. */
  manual?: { path: string; kilobytes: number };
};

export const CurrentButton = createContext<ButtonFacts>({ origin: '' });

export function useButtonFacts(): ButtonFacts {
  return useContext(CurrentButton);
}
