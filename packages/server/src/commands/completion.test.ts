// Completion of commands: the scripts name everything in the table, and bash completes with its script. Other shells are not
// installed where the tests run.

import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { completionScript } from './line/completion.ts';
import { type AreaSpec, optionsOf } from './line/spec.ts';
import { areas } from './line/table.ts';

const script = completionScript('bash');

/** Returns what bash offers for the last word. */
function complete(...words: string[]): string[] {
  const line = ['brama', ...words].map((word) => `'${word}'`).join(' ');
  const program = `${script}
COMP_WORDS=(${line}); COMP_CWORD=${words.length}
compopt() { :; }
_brama; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', program], { encoding: 'utf8', cwd: '/' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

test('bash completes commands, options and values', () => {
  expect(complete('us')).toEqual(['users']);
  expect(complete('users', 'fac')).toEqual(['factors']);
  expect(complete('users', 'reset', 'o.shevchenko', '--is')).toEqual(['--issued-by']);
  expect(complete('admin', 'grant', 'o.shevchenko', '--role', 'op')).toEqual(['operator']);
  expect(complete('apply', '--')).toEqual(
    expect.arrayContaining(['--dry-run', '--if-empty', '--help']),
  );
  expect(complete('backup', 'verify', '--')).toEqual(['--identity', '--help']);
  expect(complete('restore', 'et')).toEqual(['etc']);
  expect(complete('admin', 'token', 'x', '--days', '')).toEqual([]);
});

test.each(['bash', 'zsh', 'fish'] as const)('the script of %s names all of the table', (shell) => {
  const written = completionScript(shell);
  for (const [area, { commands }] of Object.entries<AreaSpec>(areas))
    for (const [command, spec] of Object.entries(commands))
      for (const word of [area, command, ...Object.keys(optionsOf(spec))])
        expect(written).toContain(word);
});
