// Editing a rule loses nothing: the tree of every rule gives a rule with the same meaning.
import type { Condition } from '@brama/contract/admin/access';
import { expect, test } from 'vitest';
import { accessOf, nodeOf, ruleOf, withNode } from './rule-tree.ts';

const deep: Condition = {
  all: [
    { group: 'students' },
    {
      any: [
        { attribute: 'data.faculty', in: ['ФПМ', 'ІПСА'] },
        { attribute: 'studentId', exists: true },
      ],
    },
    { not: { any: [{ group: 'guests' }, { attribute: 'emailDomain', is: 'x.example' }] } },
    { attribute: 'employeeId', exists: false },
  ],
};

test.each([
  'everyone' as const,
  { groups: ['a', 'b'] },
  { group: 'students' },
  { attribute: 'data.назва, з комою', is: 'a, b' } as Condition,
  deep,
])('a rule that is not edited stays as it is: %j', (access) => {
  expect(accessOf(ruleOf(access))).toEqual(access);
});

test('a double negation is none, and the opposite of “exists” has a form of its own', () => {
  expect(accessOf(ruleOf({ not: { not: { group: 'a' } } }))).toEqual({ group: 'a' });
  expect(accessOf(ruleOf({ not: { attribute: 'studentId', exists: true } }))).toEqual({
    attribute: 'studentId',
    exists: false,
  });
});

test('a node is replaced or removed, wherever it stands', () => {
  const root = nodeOf(deep);
  if (root.kind !== 'all') throw new Error('not a list');
  const [first, second] = root.parts;
  const without = withNode(root, first?.key ?? 0, () => undefined);
  expect(without && accessOf({ kind: 'conditions', root: without })).toEqual({
    all: deep.all.slice(1),
  });
  if (second?.kind !== 'any') throw new Error('not a list');
  const negated = withNode(root, second.parts[0]?.key ?? 0, (node) => ({ ...node, isNot: true }));
  expect(negated && JSON.stringify(accessOf({ kind: 'conditions', root: negated }))).toContain(
    '{"not":{"attribute":"data.faculty"',
  );
});
