// The screens of the application, provided by each entry. The frame and texts link only to existing ones.
import { createContext, useContext } from 'react';

export const ScreenPaths = createContext<readonly string[]>([]);

export function useScreenExists(path: string): boolean {
  return useContext(ScreenPaths).includes(path);
}
