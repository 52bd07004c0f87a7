// A chart of sign-ins: a bar for each hour or day, stacked by method, and below it the refused attempts. The table beside it has the same
// figures. Colours and sizes are classes and attributes, because the policy permits no inline styles.
import type { MethodId } from '@brama/contract/sign-in/methods';
import { numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';

export type Bar = {
  /** Of the hour or day, as people read it. */
  name: string;
  succeeded: Readonly<Record<MethodId, number>>;
  refused: number;
};

/** In the order in which they are stacked, from below. */
export const methods = ['password', 'diia', 'google', 'passkey'] as const satisfies MethodId[];

/** Each differs from its neighbours also without colours. */
export const fills: Readonly<Record<MethodId | 'refused', string>> = {
  password: 'fill-brand',
  diia: 'fill-sun',
  google: 'fill-line-strong',
  passkey: 'fill-success-ink',
  refused: 'fill-error',
};

const width = 720;
const height = 160;
const base = 159;
const gap = 0.25;

const sumOf = ({ succeeded }: Bar) => methods.reduce((sum, one) => sum + succeeded[one], 0);

type ChartProps = {
  bars: readonly Bar[];
  title: string;
  /** What is stacked. */
  parts: readonly (MethodId | 'refused')[];
};

const countOf = (bar: Bar, part: MethodId | 'refused') =>
  part === 'refused' ? bar.refused : bar.succeeded[part];

/** Returns the rectangles of a bar, from below. */
function stackOf(bar: Bar, parts: ChartProps['parts'], scale: number) {
  let top = base;
  return parts.flatMap((part) => {
    const size = countOf(bar, part) * scale;
    if (size === 0) return [];
    top -= size;
    return [{ part, y: top, size }];
  });
}

export function Chart({ bars, title, parts }: ChartProps) {
  const t = wordsOf('statistics');
  const totalOf = (bar: Bar) => parts.reduce((sum, part) => sum + countOf(bar, part), 0);
  const most = Math.max(1, ...bars.map(totalOf));
  const step = width / bars.length;
  const scale = (base - 1) / most;
  const middle = Math.floor((bars.length - 1) / 2);
  const named = [0, middle, bars.length - 1];
  return (
    <div>
      {/* texts stand beside the picture, because it becomes smaller on a phone */}
      <p className="mb-1 text-text-2 text-xs">{t('most', { count: numberText(most) })}</p>
      <svg
        aria-label={title}
        className="h-40 w-full"
        preserveAspectRatio="none"
        role="img"
        viewBox={`0 0 ${width} ${height}`}
      >
        <line className="stroke-line" x1="0" x2={width} y1="1" y2="1" />
        <line className="stroke-line-strong" x1="0" x2={width} y1={base} y2={base} />
        {bars.map((bar, index) => (
          <g key={bar.name}>
            <title>{t('bar', { name: bar.name, count: numberText(totalOf(bar)) })}</title>
            {/* the whole column shows the title */}
            <rect className="fill-transparent" height={base} width={step} x={index * step} y="0" />
            {stackOf(bar, parts, scale).map(({ part, y, size }) => (
              <rect
                className={fills[part]}
                height={size}
                key={part}
                width={step * (1 - gap)}
                x={(index + gap / 2) * step}
                y={y}
              />
            ))}
          </g>
        ))}
      </svg>
      <p className="flex justify-between text-text-2 text-xs">
        {named.map((index) => (
          <span key={index}>{bars[index]?.name}</span>
        ))}
      </p>
    </div>
  );
}

export const totalOfBars = (bars: readonly Bar[]) => ({
  succeeded: bars.reduce((sum, bar) => sum + sumOf(bar), 0),
  refused: bars.reduce((sum, bar) => sum + bar.refused, 0),
});
