import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { messageIssues } from './commit-message.ts';

test.each([
  'fix(password): hide “keep session” for users without a password',
  'feat: add npm run check',
  'refactor(server)!: rename the THROTTLE_* settings',
  'test(e2e/security): cover forged origins\n\nThe body explains why.',
  'Merge branch "main"',
  'fixup! fix(http): reject an empty Host header',
])('accepts %j', (message) => {
  expect(messageIssues(message)).toEqual([]);
});

test.each([
  ['fix(sessions): a user has a hundred at most', 'imperative'],
  ['fix(mail): fixed the queue', 'imperative'],
  ['Fix the queue', 'type(scope)'],
  ['wip(mail): add a queue', 'not a type'],
  ['fix(mail): add a queue.', 'full stop'],
  [`fix(mail): add ${'a'.repeat(70)}`, '72'],
  ['fix(mail): add a queue\nwithout an empty line', 'empty line'],
])('rejects %j', (message, reason) => {
  expect(messageIssues(message).join(' ')).toContain(reason);
});

test('the hook stops a commit with a bad subject', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brama-hook-'));
  const hooks = join(import.meta.dirname, '../../.githooks');
  const commit = (message: string) => {
    const identity = ['-c', 'user.name=test', '-c', 'user.email=test@campus.example'];
    const config = [...identity, '-c', `core.hooksPath=${hooks}`, '-c', 'commit.gpgsign=false'];
    return spawnSync('git', [...config, 'commit', '--allow-empty', '-m', message], {
      cwd: folder,
      encoding: 'utf8',
    });
  };
  try {
    execFileSync('git', ['init', '-q'], { cwd: folder });
    const refused = commit('fix(mail): a queue for everybody');
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('"a" is not an imperative verb');
    const accepted = commit('fix(mail): add a queue');
    expect(accepted.status, accepted.stderr).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
