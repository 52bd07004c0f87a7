// What follows from what happens: every event in every view, and the figures where they act.
import { describe, expect, test } from 'vitest';
import {
  atFirst,
  type Code,
  countingCodes,
  type DiiaEvent,
  type DiiaState,
  delayMs,
  reduce,
} from './diia-state.ts';

const codeOf = (requestId: string, shownAt = 0): Code => ({
  requestId,
  deepLink: `https://diia.app/acquirers/${requestId}`,
  pageLink: 'https://id.campus.example/uk/diia',
  shownAt,
  updatedAt: new Date(0),
});

const after = (state: DiiaState, ...events: DiiaEvent[]) => events.reduce(reduce, state);

/** The state in which so many codes were shown, one after the other. */
function showing(...ids: string[]): DiiaState {
  return ids.reduce((state, id) => {
    const asked = state.asking === undefined ? reduce(state, { type: 'link-due' }) : state;
    return reduce(asked, { type: 'link-arrived', round: asked.asking ?? 0, code: codeOf(id) });
  }, atFirst);
}

const ids = ({ living }: DiiaState) => living.map(({ requestId }) => requestId);
const refused = (code?: 'unavailable' | 'request.not-found') => ({ code });
const failLink = (state: DiiaState, at = 0, failure = refused()): DiiaState =>
  reduce(state.asking === undefined ? reduce(state, { type: 'link-due' }) : state, {
    type: 'link-failed',
    round: state.asking ?? state.round,
    failure,
    at,
  });
const checkFailed = (requestId: string, code?: 'diia.not-linked' | 'diia.request-unknown') =>
  ({ type: 'check-failed', requestId, failure: { code } }) as const;

describe('codes', () => {
  test('the first is asked for at once; what is drawn stays until the next comes', () => {
    expect(atFirst.asking).toBe(1);
    const asked = reduce(showing('a'), { type: 'link-due' });
    expect(asked.asking).toBe(2);
    expect(asked.shown?.requestId).toBe('a');
  });

  test('the code before still counts, the one before that no more', () => {
    expect(ids(showing('a', 'b', 'c'))).toEqual(['c', 'b']);
  });

  test('a code counts for 300 seconds', () => {
    const living = [codeOf('b', 120_000), codeOf('a', 0)];
    expect(countingCodes(living, 299_999)).toHaveLength(2);
    expect(countingCodes(living, 300_000)).toEqual([codeOf('b', 120_000)]);
  });

  test('an answer that comes too late for its round changes nothing', () => {
    const state = reduce(atFirst, { type: 'stale' });
    expect(reduce(state, { type: 'link-arrived', round: 1, code: codeOf('old') })).toBe(state);
    const failure = { type: 'link-failed', round: 1, failure: refused(), at: 0 } as const;
    expect(reduce(state, failure)).toBe(state);
  });

  test('one request for a code at a time', () => {
    expect(reduce(atFirst, { type: 'link-due' })).toBe(atFirst);
  });

  test('after sleep nothing is drawn until the new code is there', () => {
    const state = reduce(showing('a'), { type: 'stale' });
    expect(state.shown).toBeUndefined();
    expect(state.asking).toBeDefined();
    expect(ids(state)).toEqual(['a']);
  });

  test('asked for by hand: the old one stays while the new one comes', () => {
    const state = reduce(showing('a', 'b'), { type: 'renew' });
    expect([state.shown?.requestId, state.unattended]).toEqual(['b', 0]);
  });
});

describe('resting', () => {
  const five = showing('1', '2', '3', '4', '5');

  test('after five unattended codes', () => {
    expect(reduce(showing('1', '2', '3', '4'), { type: 'link-due' }).view).toBe('code');
    expect(reduce(five, { type: 'link-due' }).view).toBe('paused');
  });

  test('a touch starts the count anew', () => {
    expect(after(five, { type: 'attended' }, { type: 'link-due' }).view).toBe('code');
  });

  test('after long out of sight, and without any code after many tries', () => {
    expect(reduce(showing('a'), { type: 'hidden-long' }).view).toBe('paused');
    const failed = (times: number) =>
      Array.from({ length: times }).reduce((state: DiiaState) => failLink(state), atFirst);
    expect([failed(49).view, failed(50).view]).toEqual(['code', 'paused']);
  });

  test('whoever is just confirming still gets in', () => {
    const paused = reduce(five, { type: 'link-due' });
    const entered = reduce(paused, { type: 'finished', requestId: '5', ticket: 't' });
    expect([entered.view, entered.ticket]).toEqual(['entering', 't']);
  });

  test('no new code by itself, a new one on demand', () => {
    const paused = reduce(five, { type: 'link-due' });
    expect(reduce(paused, { type: 'link-due' })).toBe(paused);
    expect(reduce(paused, { type: 'stale' })).toBe(paused);
    const again = reduce(paused, { type: 'renew' });
    expect([again.view, again.shown, again.unattended]).toEqual(['code', undefined, 0]);
    expect(again.asking).toBeDefined();
  });
});

describe('trouble', () => {
  test('no code: told after three failures, forgotten with the next code', () => {
    const two = failLink(failLink(atFirst));
    expect(two.told).toBeUndefined();
    const three = failLink(two);
    expect(three.told).toBe('link');
    const asked = reduce(three, { type: 'link-due' });
    const round = asked.asking ?? 0;
    const well = reduce(asked, { type: 'link-arrived', round, code: codeOf('a') });
    expect([well.told, well.failures.link]).toEqual([undefined, 0]);
  });

  test('a code that cannot be replaced leaves after three minutes', () => {
    expect(failLink(showing('a'), 179_999).shown).toBeDefined();
    expect(failLink(showing('a'), 180_000).shown).toBeUndefined();
  });

  test('no answer to checks: told after three, forgotten with the next answer', () => {
    const failed = after(showing('a'), checkFailed('a'), checkFailed('a'));
    expect(failed.told).toBeUndefined();
    const told = reduce(failed, checkFailed('a'));
    expect(told.told).toBe('check');
    const well = reduce(told, { type: 'waiting', requestId: 'a' });
    expect([well.told, well.failures.check]).toEqual([undefined, 0]);
  });

  test('an answer without trouble changes nothing at all', () => {
    const state = showing('a');
    expect(reduce(state, { type: 'waiting', requestId: 'a' })).toBe(state);
  });

  test('delays are 3, 3, 6, 12, 12 seconds, or as long as the server says', () => {
    const delays = [0, 1, 2, 3, 4].map((failures) => delayMs(failures));
    expect(delays).toEqual([3000, 3000, 6000, 12_000, 12_000]);
    expect([delayMs(1, 10_000), delayMs(3, 10_000), delayMs(0, 10_000)]).toEqual([
      10_000, 12_000, 3000,
    ]);
  });

  test('an unknown code that is shown leaves; one that is not was merely over', () => {
    const both = showing('a', 'b');
    const older = reduce(both, checkFailed('a', 'diia.request-unknown'));
    expect([ids(older), older.failures.check]).toEqual([['b'], 0]);
    const newer = reduce(both, checkFailed('b', 'diia.request-unknown'));
    expect([newer.shown, ids(newer), newer.failures.check]).toEqual([undefined, ['a'], 1]);
  });
});

describe('the end', () => {
  test('not linked: nothing more is asked about, until somebody tries again', () => {
    const state = reduce(showing('a', 'b'), checkFailed('a', 'diia.not-linked'));
    expect([state.view, ids(state)]).toEqual(['not-linked', []]);
    expect(reduce(state, { type: 'link-due' })).toBe(state);
    expect(reduce(state, { type: 'renew' })).toMatchObject({ view: 'code', shown: undefined });
  });

  test('switched off meanwhile, noticed by either call', () => {
    expect(failLink(atFirst, 0, refused('request.not-found')).view).toBe('off');
    const noticed = { type: 'check-failed', requestId: 'a', failure: refused('request.not-found') };
    expect(reduce(showing('a'), noticed as DiiaEvent).view).toBe('off');
  });

  test('a ticket for a code that no longer counts is nobody’s', () => {
    const state = showing('a', 'b', 'c');
    expect(reduce(state, { type: 'finished', requestId: 'a', ticket: 't' })).toBe(state);
  });

  test('an exchange that fails leads to a fresh code, and is told beside it', () => {
    const entering = reduce(showing('a'), { type: 'finished', requestId: 'a', ticket: 't' });
    const fresh = reduce(entering, { type: 'session-failed' });
    expect(fresh).toMatchObject({ view: 'code', shown: undefined, living: [], ticket: undefined });
    expect(fresh.told).toBe('session');
    const shown = reduce(fresh, {
      type: 'link-arrived',
      round: fresh.asking ?? 0,
      code: codeOf('b'),
    });
    expect(shown.told).toBe('session');
    const next = reduce(shown, { type: 'link-due' });
    const replaced = { type: 'link-arrived', round: next.asking ?? 0, code: codeOf('c') } as const;
    expect(reduce(next, replaced).told).toBeUndefined();
  });

  test('while entering nothing else counts', () => {
    const entering = reduce(showing('a'), { type: 'finished', requestId: 'a', ticket: 't' });
    for (const event of [{ type: 'stale' }, { type: 'hidden-long' }, { type: 'renew' }] as const)
      expect(reduce(entering, event)).toBe(entering);
  });
});
