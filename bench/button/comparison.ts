// Compares the ways to put a button into a page with a plain link. Pure. Gives a verdict only where the noise of the
// rounds allows one.

import { median, medianRange } from '../figures.ts';
import { calmerHalf } from '../rounds.ts';
import type { Row, Verdict } from '../scenario.ts';
import type { Calm } from '../web/calm.ts';
import { middleOf, type PageFigures } from '../web/visit.ts';

export const caches = ['empty cache', 'script kept'] as const;

/** All visits of one way with one state of the cache, round by round. */
export type Visits = {
  name: string;
  buttons: number;
  cache: (typeof caches)[number];
  rounds: Calm<PageFigures>[];
};

/** Limit, as a multiple of the first paint of a page with a plain link. */
const mostDelay = 1.1;

const whatOf = ({ name, buttons, cache }: Visits) => `${name}, ${buttons}, ${cache}`;
const share = ({ othersShare }: Calm<unknown>) => othersShare;

/** Returns the worst shift of all visits. A median would hide a shift that one visitor has seen. */
const worstShift = ({ rounds }: Visits) =>
  Math.max(...rounds.map(({ result }) => result.layoutShift));

/**
 * Returns a figure as a multiple of the link's figure in the same round: the median, and the range of the true
 * median.
 */
function timesLink(visits: Visits, link: Visits | undefined, figure: 'fcpMs' | 'usableMs') {
  const times = visits.rounds.flatMap(({ result }, round) => {
    const other = link?.rounds[round];
    return other ? [result[figure] / other.result[figure]] : [];
  });
  const range = medianRange(times);
  const said = `${median(times).toFixed(2)} ×`;
  return {
    range,
    said: range ? `${said} (${range.map((one) => one.toFixed(2)).join('–')})` : said,
  };
}

export function rowOf(visits: Visits, link: Visits | undefined): Row {
  const { rounds } = visits;
  const times = (figure: 'fcpMs' | 'usableMs') => timesLink(visits, link, figure).said;
  return {
    what: whatOf(visits),
    page: {
      ...middleOf(calmerHalf(rounds, share).map(({ result }) => result)),
      layoutShift: worstShift(visits),
    },
    othersShare: median(calmerHalf(rounds, share).map(share)),
    note: `of a link’s time: first paint ${times('fcpMs')}, usable ${times('usableMs')}`,
  };
}

function verdictOnPaint(visits: Visits, link: Visits | undefined): Verdict[] {
  const { range, said } = timesLink(visits, link, 'fcpMs');
  const [from, to] = range ?? [0, Number.POSITIVE_INFINITY];
  const met = to <= mostDelay;
  if (!met && from <= mostDelay) return [];
  return [
    {
      aim: 'first paint of the page, against a link’s',
      where: whatOf(visits),
      figure: said,
      wanted: `≤ ${mostDelay} ×`,
      met,
    },
  ];
}

export function verdictsOn(visits: Visits, link: Visits | undefined): Verdict[] {
  const shift = worstShift(visits);
  return [
    {
      aim: 'layout shift, worst visit',
      where: whatOf(visits),
      figure: shift.toFixed(4),
      wanted: '0',
      met: shift === 0,
    },
    ...verdictOnPaint(visits, link),
  ];
}
