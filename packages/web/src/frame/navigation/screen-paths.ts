// Which screens of the full application exist, told by each entry: the frame and texts link only to
// what is there.
import { createContext, useContext } from 'react';

export const ScreenPaths = createContext<readonly string[]>([]);

export function useScreenExists(path: string): boolean {
  return useContext(ScreenPaths).includes(path);
}
