// The words of each area, by the name of its file. An unknown key is a compile error.
import type shell from '../../locales/uk/shell.json';
import type start from '../../locales/uk/start.json';

export type ConsoleWords = {
  shell: typeof shell;
  start: typeof start;
};
