// The examples that are one file, and how they are started.

import {
  type Interpreter,
  php,
  python,
  requireInterpreter,
} from '../scripts/checks/interpreters.ts';

type ExampleProgram = {
  /** Its folder in examples/. */
  name: string;
  file: string;
  /** Run in that folder; PORT stands in the environment. */
  command: readonly [string, ...string[]];
  interpreter?: Interpreter;
};

export const examplePrograms: readonly ExampleProgram[] = [
  { name: 'node', file: 'server.mjs', command: [process.execPath, 'server.mjs'] },
  { name: 'python', file: 'app.py', command: ['python3', 'app.py'], interpreter: python },
  {
    name: 'php',
    file: 'index.php',
    command: ['sh', '-c', 'exec php -q -S "localhost:$PORT" index.php'],
    interpreter: php,
  },
];

/** @throws one clear line where its interpreter is missing. */
export function requireRuntime({ interpreter }: Pick<ExampleProgram, 'interpreter'>): void {
  if (interpreter) requireInterpreter(interpreter);
}
