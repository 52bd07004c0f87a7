// Tests how each event changes each view of the Diia screen, and the limits of time and number.
import { describe, expect, test } from 'vitest';
import type { Code } from '../code/codes.ts';
import { atFirst, type DiiaEvent, type DiiaState, delayMs } from './diia-state.ts';
import { reduce } from './transitions.ts';

const codeOf = (requestId: string, shownAt = 0): Code => ({
  requestId,
  deepLink: `https://diia.app/acquirers/${requestId}`,
  pageLink: 'https://id.campus.example/uk/diia',
  shownAt,
  updatedAt: new Date(0),
});

const after = (state: DiiaState, ...events: DiiaEvent[]) => events.reduce(reduce, state);

/** Returns the state after these codes were shown one after another. */
function showing(...ids: string[]): DiiaState {
  return ids.reduce((state, id) => {
    const asked = state.asking === undefined ? reduce(state, { type: 'link-due' }) : state;
    return arrive(asked, codeOf(id));
  }, atFirst);
}

/** Returns the state after the requested code has arrived. */
function arrive(state: DiiaState, code: Code): DiiaState {
  return reduce(state, { type: 'link-arrived', round: state.asking ?? 0, code });
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
  test('the first is requested at once; a displayed code stays until the next arrives', () => {
    expect(atFirst.asking).toBe(1);
    const asked = reduce(showing('a'), { type: 'link-due' });
    expect(asked.asking).toBe(2);
    expect(asked.shown?.requestId).toBe('a');
  });

  test('previous codes stay valid', () => {
    expect(ids(showing('a', 'b', 'c'))).toEqual(['c', 'b', 'a']);
  });

  test('codes from before a page reload stay valid', () => {
    const begun = { ...atFirst, living: [{ requestId: 'old', shownAt: -1000 }] };
    const shown = arrive(begun, codeOf('a'));
    expect(ids(shown)).toEqual(['a', 'old']);
    expect(reduce(shown, { type: 'finished', requestId: 'old', ticket: 't' }).view).toBe(
      'entering',
    );
    expect(reduce(begun, { type: 'finished', requestId: 'old', ticket: 't' }).view).toBe(
      'entering',
    );
  });

  test('a late response of an earlier round changes nothing', () => {
    const state = reduce(atFirst, { type: 'stale' });
    expect(reduce(state, { type: 'link-arrived', round: 1, code: codeOf('old') })).toBe(state);
    const failure = { type: 'link-failed', round: 1, failure: refused(), at: 0 } as const;
    expect(reduce(state, failure)).toBe(state);
  });

  test('only one code is requested at a time', () => {
    expect(reduce(atFirst, { type: 'link-due' })).toBe(atFirst);
  });

  test('after sleep no code is displayed until a new one arrives', () => {
    const state = reduce(showing('a'), { type: 'stale' });
    expect(state.shown).toBeUndefined();
    expect(state.asking).toBeDefined();
    expect(ids(state)).toEqual(['a']);
  });

  test('on a manual renewal the old code stays until the new one arrives', () => {
    const state = reduce(showing('a', 'b'), { type: 'renew' });
    expect([state.shown?.requestId, state.unattended]).toEqual(['b', 0]);
  });
});

describe('pause', () => {
  const five = showing('1', '2', '3', '4', '5');

  test('starts after five unattended codes', () => {
    expect(reduce(showing('1', '2', '3', '4'), { type: 'link-due' }).view).toBe('code');
    expect(reduce(five, { type: 'link-due' }).view).toBe('paused');
  });

  test('a user action resets the count', () => {
    expect(after(five, { type: 'attended' }, { type: 'link-due' }).view).toBe('code');
  });

  test('starts after a long time hidden, or after many failed requests without a code', () => {
    expect(reduce(showing('a'), { type: 'hidden-long' }).view).toBe('paused');
    const failed = (times: number) =>
      Array.from({ length: times }).reduce((state: DiiaState) => failLink(state), atFirst);
    expect([failed(49).view, failed(50).view]).toEqual(['code', 'paused']);
  });

  test('a confirmation during the pause completes the sign-in', () => {
    const paused = reduce(five, { type: 'link-due' });
    const entered = reduce(paused, { type: 'finished', requestId: '5', ticket: 't' });
    expect([entered.view, entered.ticket]).toEqual(['entering', 't']);
  });

  test('clears failure messages', () => {
    const paused = reduce(failLink(atFirst), { type: 'hidden-long' });
    expect(paused).toMatchObject({ view: 'paused', told: undefined, lack: undefined });
  });

  test('requests no new code automatically, but on demand', () => {
    const paused = reduce(five, { type: 'link-due' });
    expect(reduce(paused, { type: 'link-due' })).toBe(paused);
    expect(reduce(paused, { type: 'stale' })).toBe(paused);
    const again = reduce(paused, { type: 'renew' });
    expect([again.view, again.shown, again.unattended]).toEqual(['code', undefined, 0]);
    expect(again.asking).toBeDefined();
  });
});

describe('failed code requests', () => {
  const asked = (state: DiiaState) => reduce(state, { type: 'link-due' });

  test('without a code the first failure is shown until the next code arrives', () => {
    const failed = failLink(atFirst);
    expect([failed.told, failed.lack]).toEqual(['link', 'failed']);
    // automatic retries do not change the announcement
    const again = failLink(failed);
    expect([again.told, again.lack]).toEqual(['link', 'failed']);
    const well = arrive(asked(again), codeOf('a'));
    expect([well.told, well.lack, well.failures.link]).toEqual([undefined, undefined, 0]);
  });

  test('while a code is displayed, the failure is shown after three failures', () => {
    const two = failLink(failLink(showing('a')));
    expect([two.told, two.lack]).toEqual([undefined, undefined]);
    expect(failLink(two)).toMatchObject({ told: 'link', lack: undefined });
  });

  test('a code that cannot be replaced is hidden after three minutes', () => {
    expect(failLink(showing('a'), 179_999).shown).toBeDefined();
    expect(failLink(showing('a'), 180_000)).toMatchObject({
      shown: undefined,
      told: 'link',
      lack: 'failed',
    });
  });

  test('a delay is shown while the request is pending, and is not a failure', () => {
    const late = reduce(atFirst, { type: 'link-late', round: 1 });
    expect([late.lack, late.told, late.asking]).toEqual(['late', undefined, 1]);
    expect(reduce(atFirst, { type: 'link-late', round: 7 })).toBe(atFirst);
    // while a code is visible, a late replacement is not announced; after a failure, a late request keeps the failure
    // message
    const replacing = asked(showing('a'));
    const round = replacing.asking ?? 0;
    expect(reduce(replacing, { type: 'link-late', round })).toBe(replacing);
    const failing = asked(failLink(atFirst));
    expect(reduce(failing, { type: 'link-late', round: failing.asking ?? 0 })).toBe(failing);
  });

  test('a manual renewal requests at once, even with a pending request, and resets messages', () => {
    const late = reduce(atFirst, { type: 'link-late', round: 1 });
    expect(reduce(late, { type: 'renew' })).toMatchObject({ asking: 2, lack: 'again' });
    const again = reduce(failLink(atFirst), { type: 'renew' });
    expect(again).toMatchObject({ lack: 'again', told: undefined });
    expect(again.asking).toBeDefined();
    expect(reduce(again, { type: 'link-late', round: again.asking ?? 0 }).lack).toBe('late');
    expect(failLink(again)).toMatchObject({ lack: 'failed', told: 'link' });
  });
});

describe('failed checks', () => {
  test('three failures of checks are shown, and cleared by the next response', () => {
    const failed = after(showing('a'), checkFailed('a'), checkFailed('a'));
    expect(failed.told).toBeUndefined();
    const told = reduce(failed, checkFailed('a'));
    expect(told.told).toBe('check');
    const well = reduce(told, { type: 'waiting', requestId: 'a' });
    expect([well.told, well.failures.check]).toEqual([undefined, 0]);
    // “unknown” is a valid response too
    expect(reduce(told, checkFailed('a', 'diia.request-unknown')).told).toBeUndefined();
  });

  test('a response without a failure changes nothing', () => {
    const state = showing('a');
    expect(reduce(state, { type: 'waiting', requestId: 'a' })).toBe(state);
  });

  test('delays are 3, 3, 6, 12, 12 seconds, or longer on server request', () => {
    const delays = [0, 1, 2, 3, 4].map((failures) => delayMs(failures));
    expect(delays).toEqual([3000, 3000, 6000, 12_000, 12_000]);
    expect([delayMs(1, 10_000), delayMs(3, 10_000), delayMs(0, 10_000)]).toEqual([
      10_000, 12_000, 3000,
    ]);
  });
});

describe('codes unknown to the server', () => {
  const unknown = (requestId: string) => checkFailed(requestId, 'diia.request-unknown');

  test('a code that is not displayed is only removed', () => {
    const state = reduce(showing('a', 'b'), unknown('a'));
    expect([ids(state), state.shown?.requestId, state.forgotten]).toEqual([['b'], 'b', 0]);
  });

  test('a displayed code is replaced at once', () => {
    const state = reduce(showing('a', 'b'), unknown('b'));
    expect([ids(state), state.shown, state.view]).toEqual([['a'], undefined, 'code']);
    expect(state.asking).toBeDefined();
  });

  test('two in a row: a missing cookie is reported, and no third code is displayed', () => {
    const second = arrive(reduce(showing('a'), unknown('a')), codeOf('b'));
    const state = reduce(second, unknown('b'));
    expect([state.view, ids(state), state.asking]).toEqual(['no-cookies', [], undefined]);
    expect(reduce(state, { type: 'link-due' })).toBe(state);
    expect(reduce(state, { type: 'renew' })).toMatchObject({ view: 'code', forgotten: 0 });
  });

  test('a known code in between proves that the browser sends its cookie', () => {
    const second = arrive(reduce(showing('a'), unknown('a')), codeOf('b'));
    const known = reduce(second, { type: 'waiting', requestId: 'b' });
    expect(reduce(known, unknown('b'))).toMatchObject({ view: 'code', forgotten: 1 });
  });

  test('during the pause no code is requested', () => {
    const paused = reduce(showing('a'), { type: 'hidden-long' });
    const state = reduce(paused, unknown('a'));
    expect([state.view, ids(state), state.asking]).toEqual(['paused', [], undefined]);
  });

  test('disabled cookies are reported before a code is requested', () => {
    expect(reduce(atFirst, { type: 'cookies-refused' })).toMatchObject({
      view: 'no-cookies',
      asking: undefined,
    });
  });
});

describe('final states', () => {
  test('not linked: checks end until the user starts again', () => {
    const state = reduce(showing('a', 'b'), checkFailed('a', 'diia.not-linked'));
    expect([state.view, ids(state)]).toEqual(['not-linked', []]);
    expect(reduce(state, { type: 'link-due' })).toBe(state);
    expect(reduce(state, { type: 'renew' })).toMatchObject({ view: 'code', shown: undefined });
  });

  test('a disabled method is detected by code requests and by checks', () => {
    expect(failLink(atFirst, 0, refused('request.not-found')).view).toBe('off');
    const noticed = { type: 'check-failed', requestId: 'a', failure: refused('request.not-found') };
    expect(reduce(showing('a'), noticed as DiiaEvent).view).toBe('off');
  });

  test('a ticket completes the sign-in, also for a code no longer kept', () => {
    const state = reduce(showing('a'), { type: 'finished', requestId: 'z', ticket: 't' });
    expect([state.view, state.ticket]).toEqual(['entering', 't']);
    const late = { type: 'waiting', requestId: 'z' } as const;
    expect(reduce(showing('a'), late)).toEqual(showing('a'));
  });

  test('a failed exchange requests a new code and shows a message', () => {
    const entering = reduce(showing('a'), { type: 'finished', requestId: 'a', ticket: 't' });
    const fresh = reduce(entering, { type: 'session-failed' });
    expect(fresh).toMatchObject({ view: 'code', shown: undefined, living: [], ticket: undefined });
    expect(fresh.told).toBe('session');
    const shown = arrive(fresh, codeOf('b'));
    expect(shown.told).toBe('session');
    expect(arrive(reduce(shown, { type: 'link-due' }), codeOf('c')).told).toBeUndefined();
  });

  test('other events during the exchange are ignored', () => {
    const entering = reduce(showing('a'), { type: 'finished', requestId: 'a', ticket: 't' });
    for (const event of [{ type: 'stale' }, { type: 'hidden-long' }, { type: 'renew' }] as const)
      expect(reduce(entering, event)).toBe(entering);
  });
});
