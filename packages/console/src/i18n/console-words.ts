// The words of each area, by the name of its file. An unknown key is a compile error.
import type shell from '../../locales/uk/shell.json';
import type signInProblems from '../../locales/uk/sign-in-problems.json';
import type start from '../../locales/uk/start.json';
import type users from '../../locales/uk/users.json';

export type ConsoleWords = {
  shell: typeof shell;
  'sign-in-problems': typeof signInProblems;
  start: typeof start;
  users: typeof users;
};
