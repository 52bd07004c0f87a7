// What the build and the instance know about the embeddable button, for the page that helps to place it.
import { createContext, useContext } from 'react';

export type ButtonFacts = {
  /** The public address of Brama, without a slash at its end. */
  origin: string;
  /** The script under the name that never changes; not there under the development server. */
  pinned?: { file: string; integrity: string };
  /** The integration manual in the language of the page, where the build has one. */
  manual?: { path: string; kilobytes: number };
};

export const CurrentButton = createContext<ButtonFacts>({ origin: '' });

export function useButtonFacts(): ButtonFacts {
  return useContext(CurrentButton);
}
