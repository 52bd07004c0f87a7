// What a source takes from the state register, as a form edits it. A draft that is not edited gives the same mapping. Pure.

import {
  type NewUsersChoice,
  newUsersChoices,
  type RegisterFact,
  registerFacts,
} from '@brama/contract/admin/imports/codes';
import { validateUsernameRule } from '@brama/contract/admin/imports/columns';
import {
  type DraftIssue,
  type DraftIssues,
  type GroupRow,
  newGroupRow,
  newKey,
  usualRule,
} from '../mapping/mapping-draft.ts';

type Given = Readonly<Record<string, unknown>>;

/** What a state means: the membership, and of those who have left the reason. */
export const meanings = [
  'member',
  'paused',
  'left-completed',
  'left-withdrawn',
  'left-unknown',
] as const;
export type Meaning = (typeof meanings)[number];

export type StatusDraft = {
  key: number;
  /** States and reasons of the register, one in each line. */
  states: string;
  reasons: string;
  meaning: Meaning;
  /** Of a member. */
  beginsWithStatus: boolean;
  endsAsPlanned: boolean;
};

export type RegisterGroupDraft = {
  key: number;
  /** The same for all, or by a fact. */
  by: 'all' | RegisterFact;
  groups: readonly string[];
  table: readonly GroupRow[];
  /** Of a value that is not in the table. */
  otherwise: readonly string[];
};

export type RegisterDataDraft = { key: number; name: string; fact: RegisterFact };

export const lists = ['students', 'staff'] as const;
export type List = (typeof lists)[number];

export type RegisterDraft = {
  list: List;
  rule: string;
  newUsers: NewUsersChoice;
  statuses: readonly StatusDraft[];
  groups: readonly RegisterGroupDraft[];
  data: readonly RegisterDataDraft[];
  /** What the form does not show. */
  rest: Given;
};

/** What each list of the register has. */
export const factsOf: Readonly<Record<List, readonly RegisterFact[]>> = {
  students: ['faculty', 'group', 'course', 'form'],
  staff: ['faculty', 'chair', 'position'],
};

const isObject = (given: unknown): given is Given =>
  typeof given === 'object' && given !== null && !Array.isArray(given);
const objectOf = (given: unknown): Given => (isObject(given) ? given : {});
const objectsOf = (given: unknown): Given[] => (Array.isArray(given) ? given.filter(isObject) : []);
const textsOf = (given: unknown): string[] =>
  Array.isArray(given) ? given.filter((one) => typeof one === 'string') : [];
const factOf = (given: unknown): RegisterFact =>
  registerFacts.find((one) => one === given) ?? 'faculty';

function statusDraft(rule: Given): StatusDraft {
  const { status, reason, membership, leaving, beginsWithStatus, endsAsPlanned } = rule;
  const meaning = membership === 'left' ? `left-${leaving}` : membership;
  return {
    key: newKey(),
    states: textsOf(status).join('\n'),
    reasons: textsOf(reason).join('\n'),
    meaning: meanings.find((one) => one === meaning) ?? 'member',
    beginsWithStatus: beginsWithStatus === true,
    endsAsPlanned: endsAsPlanned === true,
  };
}

function groupDraft({ value, by, values, otherwise }: Given): RegisterGroupDraft {
  return {
    key: newKey(),
    by: by === undefined ? 'all' : factOf(by),
    groups: textsOf(value),
    table: Object.entries(objectOf(values)).map(([text, groups]) =>
      newGroupRow(text, textsOf(groups)),
    ),
    otherwise: textsOf(otherwise),
  };
}

export const newStatus = (): StatusDraft => statusDraft({});
export const newRegisterGroups = (by: RegisterGroupDraft['by']): RegisterGroupDraft => ({
  ...groupDraft({}),
  by,
});
export const newRegisterData = (): RegisterDataDraft => ({
  key: newKey(),
  name: '',
  fact: 'group',
});

export function registerDraftOf(mapping: Given): RegisterDraft {
  const { version: _, list, username, newUsers, statuses, groups, data, ...rest } = mapping;
  const { rule } = objectOf(username);
  return {
    list: lists.find((one) => one === list) ?? 'students',
    rule: typeof rule === 'string' ? rule : usualRule,
    newUsers: newUsersChoices.find((one) => one === newUsers) ?? 'nothing',
    statuses: objectsOf(statuses).map(statusDraft),
    groups: objectsOf(groups).map(groupDraft),
    data: Object.entries(objectOf(data)).map(([name, fact]) => ({
      key: newKey(),
      name,
      fact: factOf(fact),
    })),
    rest,
  };
}

/** Returns the lines that have a text. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function statusRule(draft: StatusDraft): Given {
  const [membership, leaving] = draft.meaning.split('-');
  const reason = linesOf(draft.reasons);
  const isMember = membership === 'member';
  return {
    status: linesOf(draft.states),
    ...(reason.length > 0 && { reason }),
    membership,
    ...(leaving !== undefined && { leaving }),
    ...(isMember && draft.beginsWithStatus && { beginsWithStatus: true }),
    ...(isMember && draft.endsAsPlanned && { endsAsPlanned: true }),
  };
}

function groupRule({ by, groups, table, otherwise }: RegisterGroupDraft): Given {
  if (by === 'all') return { value: [...groups] };
  const values = Object.fromEntries(table.map((row) => [row.value, [...row.groups]]));
  return { by, values, otherwise: [...otherwise] };
}

/** Returns the mapping that the API stores. Without a table of states, the server takes its own. */
export function registerMappingOf(draft: RegisterDraft): Record<string, unknown> {
  const { list, rule, newUsers, statuses, groups, data, rest } = draft;
  return {
    version: 1,
    ...rest,
    list,
    username: { rule: rule.trim() },
    ...(newUsers !== 'nothing' && { newUsers }),
    ...(statuses.length > 0 && { statuses: statuses.map(statusRule) }),
    groups: groups.map(groupRule),
    data: Object.fromEntries(data.map(({ name, fact }) => [name.trim(), fact])),
  };
}

const groupIssue = ({ by, groups }: RegisterGroupDraft): DraftIssue | undefined =>
  by === 'all' && groups.length === 0 ? 'no-groups' : undefined;

function dataIssue(data: RegisterDraft['data'], { key, name }: RegisterDataDraft) {
  if (name.trim() === '') return 'no-name';
  const isTwice = data.some((one) => one.key !== key && one.name.trim() === name.trim());
  return isTwice ? 'same-name' : undefined;
}

/** Returns what is missing, by the path that the API would name; data by their place. */
export function registerIssuesOf({ rule, statuses, groups, data }: RegisterDraft): DraftIssues {
  const found: [path: string, issue: DraftIssue | undefined][] = [
    ['username', validateUsernameRule(rule.trim()) === undefined ? undefined : 'rule'],
    ...statuses.map((one, index): [string, DraftIssue | undefined] => [
      `statuses.${index}`,
      linesOf(one.states).length === 0 ? 'no-value' : undefined,
    ]),
    ...groups.map((one, index): [string, DraftIssue | undefined] => [
      `groups.${index}`,
      groupIssue(one),
    ]),
    ...data.map((one, index): [string, DraftIssue | undefined] => [
      `data.${index}`,
      dataIssue(data, one),
    ]),
  ];
  return Object.fromEntries(found.filter(([, issue]) => issue !== undefined)) as DraftIssues;
}
