// Edits a rule of access by forms: everyone, members of groups, or a tree of conditions.
import type { userAttributes } from '@brama/contract/admin/access';
import { Button } from '@brama/ui/button.tsx';
import { type ReactNode, useId } from 'react';
import { wordsOf } from '../i18n/words.ts';
import { GroupInput } from '../ui/group-field.tsx';
import { type ListNode, type Node, newLeaf, newList, type Rule, withNode } from './rule-tree.ts';

/** The server refuses deeper trees. */
const maxDepth = 6;

type Errors = Readonly<Record<string, string>>;

type RuleEditorProps = {
  rule: Rule;
  onChange: (rule: Rule) => void;
  /** Path in the rule → what is wrong there. */
  errors: Errors;
};

const control =
  'min-h-11 rounded-control border-[1.5px] border-line-strong bg-surface px-3 text-ink hover:border-ink aria-invalid:border-error';

const kinds = ['everyone', 'groups', 'conditions'] as const;

/** Returns the rule of another kind that is nearest in meaning. */
function changedKind(rule: Rule, kind: Rule['kind']): Rule {
  if (kind === 'everyone') return { kind };
  if (kind === 'groups') return { kind, groups: '' };
  const groups = rule.kind === 'groups' ? rule.groups.split(/[\n,;]+/).filter(Boolean) : [];
  const leaves = groups.map(
    (group): Node => ({ ...newLeaf(), kind: 'group', group: group.trim() }),
  );
  return { kind, root: newList('any', leaves.length > 0 ? leaves : [newLeaf()]) };
}

export function RuleEditor({ rule, onChange, errors }: RuleEditorProps) {
  const t = wordsOf('applications');
  const id = useId();
  return (
    <div className="flex flex-col gap-4">
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="mb-1 font-semibold">{t('access.kind')}</legend>
        {kinds.map((kind) => (
          <label className="inline-flex min-h-11 items-center gap-2" key={kind}>
            <input
              checked={rule.kind === kind}
              className="size-5 accent-brand"
              name={id}
              onChange={() => onChange(changedKind(rule, kind))}
              type="radio"
            />
            {t(`access.kinds.${kind}`)}
          </label>
        ))}
      </fieldset>
      {rule.kind === 'groups' ? (
        <GroupsField
          error={Object.entries(errors).find(([path]) => path.startsWith('groups'))?.[1]}
          onChange={(groups) => onChange({ kind: 'groups', groups })}
          value={rule.groups}
        />
      ) : null}
      {rule.kind === 'conditions' ? (
        <NodeEditor
          change={(key, replace) => {
            const root = withNode(rule.root, key, replace);
            onChange({ kind: 'conditions', root: root ?? newList('any') });
          }}
          depth={1}
          errors={errors}
          isOnly
          node={rule.root}
          path={[]}
        />
      ) : null}
    </div>
  );
}

type GroupsFieldProps = {
  value: string;
  onChange: (groups: string) => void;
  error: string | undefined;
};

function GroupsField({ value, onChange, error }: GroupsFieldProps) {
  const t = wordsOf('applications');
  const id = useId();
  return (
    <div className="max-w-form">
      <label className="mb-1 block font-semibold" htmlFor={id}>
        {t('access.groups')}
      </label>
      <textarea
        aria-describedby={`${id}-note`}
        aria-invalid={error === undefined ? undefined : true}
        className={`${control} w-full py-2`}
        id={id}
        onChange={({ target }) => onChange(target.value)}
        rows={4}
        value={value}
      />
      <p className={error ? 'text-error-ink' : 'text-sm text-muted'} id={`${id}-note`}>
        {error ?? t('access.groups-hint')}
      </p>
    </div>
  );
}

type Change = (key: number, replace: (node: Node) => Node | undefined) => void;

type NodeEditorProps = {
  node: Node;
  /** Of the node in the rule, as errors name it. */
  path: readonly string[];
  depth: number;
  /** The only one of its list, which cannot be empty. */
  isOnly: boolean;
  errors: Errors;
  change: Change;
};

function NodeEditor(props: NodeEditorProps) {
  const { node } = props;
  if (node.kind === 'all' || node.kind === 'any') return <ListEditor {...props} node={node} />;
  return <LeafEditor {...props} node={node} />;
}

/** Returns the path of what stands within `not`, if the node is negated. */
const innerPath = ({ isNot, kind }: Node, path: readonly string[]) =>
  isNot && kind !== 'exists' ? [...path, 'not'] : path;

const listKinds = ['all', 'any', 'not-all', 'not-any'] as const;

type ListEditorProps = NodeEditorProps & { node: Extract<Node, ListNode> };

function ListEditor(props: ListEditorProps) {
  const { node, path, depth, errors, change } = props;
  const t = wordsOf('applications');
  const { key, kind, isNot, parts } = node;
  const inner = innerPath(node, path);
  const add = (part: Node) => change(key, () => ({ ...node, parts: [...parts, part] }));
  return (
    <fieldset className="rounded-card border border-line p-3 sm:p-4">
      <legend className="px-1">
        <select
          aria-label={t('access.list.label')}
          className={control}
          onChange={({ target }) =>
            change(key, () => ({
              ...node,
              isNot: target.value.startsWith('not-'),
              kind: target.value.endsWith('all') ? 'all' : 'any',
            }))
          }
          value={`${isNot ? 'not-' : ''}${kind}`}
        >
          {listKinds.map((one) => (
            <option key={one} value={one}>
              {t(`access.list.${one}`)}
            </option>
          ))}
        </select>
      </legend>
      <ul className="flex flex-col gap-3">
        {parts.map((part, index) => (
          <li key={part.key}>
            <NodeEditor
              change={change}
              depth={depth + 1}
              errors={errors}
              isOnly={parts.length === 1}
              node={part}
              path={[...inner, kind, `${index}`]}
            />
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button look="secondary" onClick={() => add(newLeaf())} type="button">
          {t('access.add')}
        </Button>
        {depth < maxDepth - 1 ? (
          <Button
            look="secondary"
            onClick={() => add(newList(kind === 'all' ? 'any' : 'all'))}
            type="button"
          >
            {t('access.add-list')}
          </Button>
        ) : null}
        <RemoveButton {...props} label={t('access.remove-list')} />
      </div>
    </fieldset>
  );
}

function RemoveButton({ node, isOnly, change, label }: NodeEditorProps & { label: string }) {
  if (isOnly) return null;
  return (
    <Button look="secondary" onClick={() => change(node.key, () => undefined)} type="button">
      {label}
    </Button>
  );
}

type LeafNode = Exclude<Node, ListNode>;
type LeafEditorProps = NodeEditorProps & { node: LeafNode };

type UserAttribute = (typeof userAttributes)[number];

/** A field that the registry gains is a compile error here. */
const known: Readonly<Record<UserAttribute, true>> = {
  studentId: true,
  employeeId: true,
  emailDomain: true,
};
const attributes = Object.keys(known) as UserAttribute[];

const dataPrefix = 'data.';
const subjects = ['group', ...attributes, 'data'] as const;
type Subject = (typeof subjects)[number];

function subjectOf(node: LeafNode): Subject {
  if (node.kind === 'group') return 'group';
  return attributes.find((one) => one === node.attribute) ?? 'data';
}

/** Returns the leaf about something else, with the same key. */
function aboutSubject({ key }: LeafNode, subject: Subject): Node {
  if (subject === 'group') return { key, isNot: false, kind: 'group', group: '' };
  const attribute = subject === 'data' ? dataPrefix : subject;
  return { key, isNot: false, kind: 'values', attribute, values: '' };
}

type Operator = 'is' | 'is-not' | 'filled' | 'empty';

function operatorOf({ kind, isNot }: LeafNode): Operator {
  if (kind === 'exists') return isNot ? 'empty' : 'filled';
  return isNot ? 'is-not' : 'is';
}

function withOperator(node: LeafNode, operator: Operator): Node {
  const isNot = operator === 'is-not' || operator === 'empty';
  if (node.kind === 'group') return { ...node, isNot };
  const { key, attribute } = node;
  if (operator === 'filled' || operator === 'empty')
    return { key, isNot, kind: 'exists', attribute };
  const values = node.kind === 'values' ? node.values : '';
  return { key, isNot, kind: 'values', attribute, values };
}

function LeafEditor(props: LeafEditorProps) {
  const { node, path, errors, change } = props;
  const t = wordsOf('applications');
  const id = useId();
  const place = innerPath(node, path).join('.');
  const error = Object.entries(errors).find(
    ([one]) => one === place || one.startsWith(`${place}.`),
  );
  const replace = (next: Node) => change(node.key, () => next);
  const subject = subjectOf(node);
  return (
    <div>
      <div className="flex flex-wrap items-start gap-2">
        <select
          aria-label={t('access.subject')}
          className={control}
          onChange={({ target }) => replace(aboutSubject(node, target.value as Subject))}
          value={subject}
        >
          {subjects.map((one) => (
            <option key={one} value={one}>
              {t(`access.subjects.${one}`)}
            </option>
          ))}
        </select>
        {subject === 'data' && node.kind !== 'group' ? (
          <input
            aria-label={t('access.field')}
            className={control}
            onChange={({ target }) => replace({ ...node, attribute: dataPrefix + target.value })}
            placeholder={t('access.field')}
            value={node.attribute.slice(dataPrefix.length)}
          />
        ) : null}
        <OperatorChoice node={node} onChange={replace} />
        <ValueInput describedBy={error && `${id}-error`} node={node} onChange={replace} />
        <RemoveButton {...props} label={t('access.remove')} />
      </div>
      {error ? (
        <p className="mt-1 font-medium text-error-ink text-sm" id={`${id}-error`}>
          {error[1]}
        </p>
      ) : null}
    </div>
  );
}

type LeafPartProps = { node: LeafNode; onChange: (node: Node) => void };

function OperatorChoice({ node, onChange }: LeafPartProps) {
  const t = wordsOf('applications');
  const isGroup = node.kind === 'group';
  const operators: readonly Operator[] = isGroup
    ? ['is', 'is-not']
    : ['is', 'is-not', 'filled', 'empty'];
  return (
    <select
      aria-label={t('access.operator')}
      className={control}
      onChange={({ target }) => onChange(withOperator(node, target.value as Operator))}
      value={operatorOf(node)}
    >
      {operators.map((one) => (
        <option key={one} value={one}>
          {isGroup
            ? t(`access.membership.${one as 'is' | 'is-not'}`)
            : t(`access.operators.${one}`)}
        </option>
      ))}
    </select>
  );
}

const linesIn = (text: string) => text.split('\n').length;

function ValueInput(props: LeafPartProps & { describedBy: string | undefined }): ReactNode {
  const { node, onChange, describedBy } = props;
  const t = wordsOf('applications');
  if (node.kind === 'exists') return null;
  if (node.kind === 'group')
    return (
      <GroupInput
        className={`${control} min-w-48`}
        describedBy={describedBy}
        isInvalid={describedBy !== undefined}
        label={t('access.subjects.group')}
        onChange={(group) => onChange({ ...node, group })}
        value={node.group}
      />
    );
  return (
    <textarea
      aria-describedby={describedBy}
      aria-invalid={describedBy === undefined ? undefined : true}
      aria-label={t('access.values')}
      className={`${control} min-w-48 py-2`}
      onChange={({ target }) => onChange({ ...node, values: target.value })}
      placeholder={t('access.values')}
      rows={Math.min(6, linesIn(node.values))}
      value={node.values}
    />
  );
}
