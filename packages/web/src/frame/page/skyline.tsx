// The picture above the footer: a campus of arches at dusk with one lit doorway. It is a stage for the start, for successes and for
// pages that have little to show; styles hide it on others (style/frame.css). It is wide enough for 2000 px. Phones show its middle,
// which contains the doorway.

const width = 2000;
const ground = 160;

/** Each arch: left edge, width, height. */
type Arch = readonly [x: number, width: number, height: number];

const far: readonly Arch[] = [
  [30, 96, 84],
  [300, 120, 112],
  [560, 84, 70],
  [744, 110, 98],
  [1010, 92, 80],
  [1290, 116, 104],
  [1530, 88, 72],
  [1800, 124, 116],
];
const near: readonly Arch[] = [
  [96, 70, 56],
  [180, 104, 128],
  [430, 62, 50],
  [500, 88, 92],
  [664, 66, 52],
  [852, 76, 64],
  [946, 58, 44],
  [1240, 64, 50],
  [1400, 80, 66],
  [1626, 100, 122],
  [1740, 60, 46],
  [1930, 64, 54],
];
const doors: readonly Arch[] = [
  [217, 30, 52],
  [528, 32, 44],
  [879, 22, 28],
  [1426, 28, 32],
  [1660, 32, 54],
];
const gate: Arch = [1112, 108, 136];
const litDoor: Arch = [1146, 40, 66];

function outline([x, w, h]: Arch): string {
  const r = w / 2;
  return `M${x} ${ground}v${r - h}a${r} ${r} 0 0 1 ${w} 0v${h - r}z`;
}

function outlines(arches: readonly Arch[]): string {
  return arches.map(outline).join('');
}

export function Skyline() {
  return (
    <div
      className="pointer-events-none h-[max(clamp(5.5rem,min(14vw,16dvh),10rem),8vw)] shrink-0 overflow-hidden"
      data-skyline=""
    >
      <svg
        aria-hidden="true"
        className="block size-full"
        preserveAspectRatio="xMidYMax slice"
        viewBox={`0 0 ${width} ${ground}`}
      >
        <defs>
          <radialGradient id="glow">
            <stop offset="0" stopColor="var(--sun)" stopOpacity="0.7" />
            <stop offset="1" stopColor="var(--sun)" stopOpacity="0" />
          </radialGradient>
        </defs>
        <path className="fill-arch" d={outlines(far)} />
        <path className="fill-arch-deep" d={outlines(near)} />
        <path className="fill-bg" d={outlines(doors)} />
        <ellipse
          className="glow opacity-70"
          cx="1166"
          cy="160"
          fill="url(#glow)"
          rx="150"
          ry="110"
        />
        <path className="fill-gate" d={outline(gate)} />
        <path className="fill-sun" d={outline(litDoor)} />
        <circle className="fill-gate-ink" cx="1166" cy="119" r="7.5" />
        <rect className="fill-gate-ink" height="29" rx="5" width="13" x="1159.5" y="131" />
      </svg>
    </div>
  );
}
