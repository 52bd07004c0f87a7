// The interpreters for the examples in Python and PHP. A missing interpreter is an error: no test is skipped.

import { spawnSync } from 'node:child_process';
import { installPackages } from '../environment/debian.ts';

export type Interpreter = {
  /** The name in messages. */
  name: string;
  command: string;
  /** The Debian package. */
  package: string;
};

export const python: Interpreter = { name: 'Python', command: 'python3', package: 'python3' };
export const php: Interpreter = { name: 'PHP', command: 'php', package: 'php-cli' };

const isThere = ({ command }: Interpreter) => spawnSync(command, ['--version']).status === 0;

/** @throws an Error with one line if the interpreter is missing. */
export function requireInterpreter(interpreter: Interpreter): void {
  if (isThere(interpreter)) return;
  const { name, command, package: packaged } = interpreter;
  throw new Error(`${name} (${command}) is needed: \`apt-get install ${packaged}\` on Debian.`);
}

/** Installs missing interpreters if possible. @throws an Error with one line for the first that is still missing. */
export function provideInterpreters(interpreters: readonly Interpreter[] = [python, php]): void {
  const missing = interpreters.filter((one) => !isThere(one));
  if (missing.length > 0)
    installPackages(
      missing.map((one) => one.package),
      missing.map(({ name }) => name).join(' and '),
    );
  for (const one of missing) requireInterpreter(one);
}
