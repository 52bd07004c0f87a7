// `brama completion`: prints the script by which a shell completes commands.

import { completionScript } from './line/completion.ts';
import { withArguments } from './line/with-arguments.ts';

export function runCompletion(args: readonly string[]): Promise<number> {
  return withArguments(
    'completion',
    args,
    ({ command }) => command,
    async (shell) => {
      console.log(completionScript(shell));
      return 0;
    },
  );
}
