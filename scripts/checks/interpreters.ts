// The interpreters for the examples in Python and PHP. A missing interpreter is an error: no test is skipped.

import { spawnSync } from 'node:child_process';
import { installPackages } from '../environment/debian.ts';

export type Interpreter = {
  /** What people call it. */
  name: string;
  command: string;
  /** Of Debian. */
  package: string;
};

export const python: Interpreter = { name: 'Python', command: 'python3', package: 'python3' };
export const php: Interpreter = { name: 'PHP', command: 'php', package: 'php-cli' };

const isThere = ({ command }: Interpreter) => spawnSync(command, ['--version']).status === 0;

/** @throws one clear line when the interpreter is missing. */
export function requireInterpreter(interpreter: Interpreter): void {
  if (isThere(interpreter)) return;
  const { name, command, package: packaged } = interpreter;
  throw new Error(`${name} (${command}) is needed: \`apt-get install ${packaged}\` on Debian.`);
}

/** Installs what is missing where that is possible. @throws one clear line for the first that stays missing. */
export function provideInterpreters(interpreters: readonly Interpreter[] = [python, php]): void {
  const missing = interpreters.filter((one) => !isThere(one));
  if (missing.length > 0)
    installPackages(
      missing.map((one) => one.package),
      missing.map(({ name }) => name).join(' and '),
    );
  for (const one of missing) requireInterpreter(one);
}
