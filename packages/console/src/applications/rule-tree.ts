// A rule of access as a form edits it: a tree whose nodes have a key and may be negated. Every rule has such a tree, and every tree a rule
// with the same meaning.
import type { Access, Attribute, Condition } from '@brama/contract/admin/access';

type Parts = readonly Node[];
export type ListNode = { kind: 'all'; parts: Parts } | { kind: 'any'; parts: Parts };
type Leaf =
  | { kind: 'group'; group: string }
  /** `values`: one on each line. */
  | { kind: 'values'; attribute: string; values: string }
  | { kind: 'exists'; attribute: string };
export type Node = { key: number; isNot: boolean } & (ListNode | Leaf);

let keys = 0;
const newKey = () => {
  keys += 1;
  return keys;
};

export const newLeaf = (): Node => ({ key: newKey(), isNot: false, kind: 'group', group: '' });
export const newList = (kind: ListNode['kind'], parts: readonly Node[] = [newLeaf()]): Node => ({
  key: newKey(),
  isNot: false,
  kind,
  parts,
});

export function nodeOf(one: Condition): Node {
  const key = newKey();
  if ('not' in one) {
    const inner = nodeOf(one.not);
    return { ...inner, isNot: !inner.isNot };
  }
  if ('all' in one) return { key, isNot: false, kind: 'all', parts: one.all.map(nodeOf) };
  if ('any' in one) return { key, isNot: false, kind: 'any', parts: one.any.map(nodeOf) };
  if ('group' in one) return { key, isNot: false, kind: 'group', group: one.group };
  const { attribute } = one;
  if ('exists' in one) return { key, isNot: !one.exists, kind: 'exists', attribute };
  const values = ('in' in one ? one.in : [one.is]).join('\n');
  return { key, isNot: false, kind: 'values', attribute, values };
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function bareConditionOf(node: Node): Condition {
  if (node.kind === 'all') return { all: node.parts.map(conditionOf) };
  if (node.kind === 'any') return { any: node.parts.map(conditionOf) };
  if (node.kind === 'group') return { group: node.group.trim() };
  const attribute = node.attribute as Attribute;
  if (node.kind === 'exists') return { attribute, exists: true };
  const [only = '', ...others] = linesOf(node.values);
  return others.length === 0 ? { attribute, is: only } : { attribute, in: [only, ...others] };
}

/** The opposite of `exists` is `exists: false`; all others stand within `not`. */
function conditionOf(node: Node): Condition {
  const bare = bareConditionOf(node);
  if (!node.isNot) return bare;
  return 'exists' in bare ? { attribute: bare.attribute, exists: false } : { not: bare };
}

export type Rule =
  | { kind: 'everyone' }
  /** `groups`: one on each line. */
  | { kind: 'groups'; groups: string }
  | { kind: 'conditions'; root: Node };

export function ruleOf(access: Access): Rule {
  if (access === 'everyone') return { kind: 'everyone' };
  if ('groups' in access) return { kind: 'groups', groups: access.groups.join('\n') };
  return { kind: 'conditions', root: nodeOf(access) };
}

export function accessOf(rule: Rule): Access {
  if (rule.kind === 'everyone') return 'everyone';
  if (rule.kind === 'groups') return { groups: linesOf(rule.groups.replaceAll(/[,;]/g, '\n')) };
  return conditionOf(rule.root);
}

/** Returns the tree with the node of this key replaced; without it if `replace` returns undefined. */
export function withNode(
  node: Node,
  key: number,
  replace: (node: Node) => Node | undefined,
): Node | undefined {
  if (node.key === key) return replace(node);
  if (node.kind !== 'all' && node.kind !== 'any') return node;
  const parts = node.parts.flatMap((part) => withNode(part, key, replace) ?? []);
  return { ...node, parts };
}
