import { expect, test } from 'vitest';
import { FairQueue, type Requester } from './fair-queue.ts';

const stranger = (source: string, group = source): Requester => ({
  group,
  source,
  isTrusted: false,
});
const known = (source: string): Requester => ({ group: source, source, isTrusted: true });

function allOf<T>(queue: { next(): T | undefined }): T[] {
  const all: T[] = [];
  for (let item = queue.next(); item !== undefined; item = queue.next()) all.push(item);
  return all;
}

test('sources take turns in the order of arrival', () => {
  const queue = new FairQueue<string>(10);
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'])
    expect(queue.push(stranger(item.charAt(0)), item)).toBeUndefined();
  expect(allOf(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
});

test('groups take turns: many networks of one group count as one', () => {
  const queue = new FairQueue<string>(10);
  for (const item of ['a1', 'a2', 'b1', 'c1']) queue.push(stranger(item.charAt(0), 'flood'), item);
  for (const item of ['x1', 'x2']) queue.push(stranger('x'), item);
  expect(allOf(queue)).toEqual(['a1', 'x1', 'b1', 'x2', 'c1', 'a2']);
});

test('in a full queue the largest group loses the newest item of its largest source', () => {
  const queue = new FairQueue<string>(6);
  for (const item of ['a1', 'b1', 'c1', 'b2', 'd1'])
    queue.push(stranger(item.charAt(0), 'flood'), item);
  queue.push(stranger('x'), 'x1');
  // another network of the flooding group replaces the second item of a network there; the next one has no item to
  // replace
  expect(queue.push(stranger('e', 'flood'), 'e1')).toBe('b2');
  expect(queue.push(stranger('f', 'flood'), 'f1')).toBe('f1');
  // other groups find room until they would hold as many items as the flooding group
  expect(queue.push(stranger('y'), 'y1')).toBe('a1');
  expect(queue.push(stranger('x'), 'x2')).toBe('b1');
  expect(queue.push(stranger('x'), 'x3')).toBe('x3');
  expect(allOf(queue)).toEqual(['c1', 'x1', 'y1', 'd1', 'x2', 'e1']);
});

test('trusted devices come first, and others get one turn in five', () => {
  const queue = new FairQueue<string>(20);
  for (let i = 1; i <= 3; i += 1) queue.push(stranger('s'), `s${i}`);
  for (let i = 1; i <= 9; i += 1) queue.push(known(`d${i}`), `k${i}`);
  expect(allOf(queue).join(' ')).toBe('k1 k2 k3 k4 s1 k5 k6 k7 k8 s2 k9 s3');
});

test('in a full queue the largest source loses its newest item', () => {
  const queue = new FairQueue<string>(4);
  for (let i = 1; i <= 4; i += 1) queue.push(stranger('flood'), `f${i}`);
  expect(queue.push(stranger('flood'), 'f5')).toBe('f5');
  expect(queue.push(stranger('one'), 'one')).toBe('f4');
  expect(queue.push(stranger('two'), 'two')).toBe('f3');
  // the groups now hold 2, 1 and 1 items: a third newcomer replaces the second item of the flood, a fourth finds no
  // larger group
  expect(queue.push(stranger('three'), 'three')).toBe('f2');
  expect(queue.push(stranger('four'), 'four')).toBe('four');
  expect(allOf(queue)).toEqual(['f1', 'one', 'two', 'three']);
});

test('a trusted device always finds room among untrusted ones', () => {
  const queue = new FairQueue<string>(2);
  queue.push(stranger('a'), 'a');
  queue.push(stranger('b'), 'b');
  expect(queue.push(known('d'), 'd')).toBe('a');
  expect(queue.push(known('e'), 'e')).toBe('b');
  expect(queue.push(known('f'), 'f')).toBe('f');
  expect(queue.push(stranger('c'), 'c')).toBe('c');
  expect(allOf(queue)).toEqual(['d', 'e']);
});

test('a trusted device that floods displaces no other trusted device', () => {
  const queue = new FairQueue<string>(3);
  for (let i = 1; i <= 3; i += 1) queue.push(known('flood'), `f${i}`);
  expect(queue.push(known('flood'), 'f4')).toBe('f4');
  expect(queue.push(known('other'), 'other')).toBe('f3');
  expect(allOf(queue)).toEqual(['f1', 'other', 'f2']);
});

test('trusted devices share the queue fairly after the last other item is dropped', () => {
  const queue = new FairQueue<string>(2);
  queue.push(stranger('a'), 'a');
  queue.push(known('flood'), 'f1');
  expect(queue.push(known('flood'), 'f2')).toBe('a');
  expect(queue.push(known('other'), 'other')).toBe('f2');
  expect(allOf(queue)).toEqual(['f1', 'other']);
});

test('a place is free again after its item is taken', () => {
  const queue = new FairQueue<string>(1);
  for (const item of ['a', 'b', 'c']) {
    expect(queue.push(stranger('one'), item)).toBeUndefined();
    expect(queue.next()).toBe(item);
  }
});

test('after a drain, the queue is empty and has room again', () => {
  const queue = new FairQueue<string>(2);
  queue.push(stranger('a'), 'a');
  queue.push(known('d'), 'd');
  expect(queue.drain().sort()).toEqual(['a', 'd']);
  expect(queue.next()).toBeUndefined();
  expect(queue.push(stranger('a'), 'a2')).toBeUndefined();
  expect(allOf(queue)).toEqual(['a2']);
});
