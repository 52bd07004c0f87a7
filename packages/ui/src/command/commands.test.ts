// The list of a command field: filter, groups, keys.
import { expect, test } from 'vitest';
import { afterKey, afterTyping, type Command, filterCommands, groupCommands } from './commands.ts';

const commands: Command[] = [
  { id: 'users', label: 'Users', group: 'Pages', words: 'people accounts' },
  { id: 'new-user', label: 'Add a user', group: 'Actions' },
  { id: 'apps', label: 'Застосунки', group: 'Pages' },
];
const ids = (some: readonly Command[]) => some.map(({ id }) => id);

test.each([
  ['', ['users', 'new-user', 'apps']],
  ['  ', ['users', 'new-user', 'apps']],
  // the label that begins with the text is first
  ['USER', ['users', 'new-user']],
  ['user add', ['new-user']],
  ['accounts', ['users']],
  ['ЗАСТ', ['apps']],
  ['x', []],
])('%j finds %j', (typed, found) => {
  expect(ids(filterCommands(commands, typed))).toEqual(found);
});

test('groups keep their order', () => {
  const groups = groupCommands(commands).map(({ name, commands: some }) => [name, ids(some)]);
  expect(groups).toEqual([
    ['Pages', ['users', 'apps']],
    ['Actions', ['new-user']],
  ]);
});

const open = (active: number, typed = 'u') => ({ isOpen: true, active, typed });
const closed = (typed: string) => ({ isOpen: false, active: -1, typed });

test.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 2, 0],
  ['ArrowUp', -1, 2],
  ['ArrowUp', 1, 0],
  ['Home', 2, 0],
  ['End', 0, 2],
])('%s from %i leads to %i', (key, active, next) => {
  expect(afterKey(key, open(active), 3)).toEqual(open(next));
});

test.each([
  ['a letter', 'a', open(0), 3],
  ['Home without an active entry', 'Home', open(-1), 3],
  ['an arrow in an empty list', 'ArrowDown', open(-1), 0],
  ['Escape in an empty field', 'Escape', closed(''), 3],
])('%s belongs to the input', (_, key, state, count) => {
  expect(afterKey(key, state, count)).toBeUndefined();
});

test('an arrow opens the list at its first or last entry', () => {
  expect(afterKey('ArrowDown', closed(''), 3)).toEqual(open(0, ''));
  expect(afterKey('ArrowUp', closed(''), 3)).toEqual(open(2, ''));
});

test('Escape closes the list, then empties the field', () => {
  const once = afterKey('Escape', open(1), 3);
  expect(once).toEqual(closed('u'));
  expect(once && afterKey('Escape', once, 3)).toEqual(closed(''));
});

test('typing activates the first entry that fits, and spaces none', () => {
  expect(afterTyping('us')).toEqual(open(0, 'us'));
  expect(afterTyping(' ')).toEqual(open(-1, ' '));
});
