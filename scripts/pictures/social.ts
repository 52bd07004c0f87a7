// Draws the preview picture of links in messengers: a campus of arches at dusk, with light from one doorway. It has
// only flat colours, so that the file stays small.

export const socialSize = { width: 1200, height: 630 };

type Arch = readonly [x: number, width: number, height: number];

const ground = 560;
const far: readonly Arch[] = [
  [-40, 150, 150],
  [190, 120, 108],
  [372, 150, 176],
  [560, 110, 120],
  [1080, 170, 220],
];
const near: readonly Arch[] = [
  [70, 130, 92],
  [300, 96, 72],
  [480, 116, 104],
  [640, 84, 64],
  [1010, 96, 86],
  [1128, 120, 112],
];
const doors: readonly Arch[] = [
  [112, 44, 46],
  [519, 38, 52],
  [1042, 32, 42],
  [1166, 42, 54],
];
const gate: Arch = [730, 270, 372];
const doorway: Arch = [802, 126, 218];
const middle = 865;

function outline([x, width, height]: Arch): string {
  const radius = width / 2;
  return `M${x} ${ground}v${radius - height}a${radius} ${radius} 0 0 1 ${width} 0v${height - radius}z`;
}

const outlines = (arches: readonly Arch[]) => arches.map(outline).join('');

/** Rings of light around the gate, the widest first. Each is a little lighter than the one around it. */
const rings = [
  { width: 1180, height: 840, share: 16 },
  { width: 900, height: 700, share: 34 },
  { width: 660, height: 580, share: 56 },
  { width: 450, height: 470, share: 84 },
];

const sky = rings
  .map(({ width, height, share }) => {
    const colour = `color-mix(in oklab, var(--gate) ${share}%, var(--bg))`;
    return `<path fill="${colour}" d="${outline([middle - width / 2, width, height])}"/>`;
  })
  .join('');

const stars = [
  [92, 74],
  [236, 42],
  [428, 96],
  [590, 52],
  [1096, 60],
  [1150, 196],
  [664, 150],
]
  .map(([x, y], at) => `<circle cx="${x}" cy="${y}" r="${at % 2 ? 2 : 3}" fill="var(--muted)"/>`)
  .join('');

const scene = `${stars}${sky}
  <path fill="color-mix(in oklab, var(--arch-deep) 60%, var(--gate))" d="${outlines(far)}"/>
  <path fill="var(--arch-deep)" d="${outlines(near)}"/>
  <path fill="var(--arch)" d="${outlines(doors)}"/>
  <path fill="var(--brand-fill)" d="${outline(gate)}"/>
  <path fill="var(--sun)" d="${outline(doorway)}"/>
  <circle cx="${middle}" cy="418" r="25" fill="var(--gate-ink)"/>
  <rect x="${middle - 21}" y="458" width="42" height="${ground - 458}" rx="16" fill="var(--gate-ink)"/>
  <rect y="${ground}" width="1200" height="70" fill="var(--sunken)"/>
  <path fill="var(--sun)" opacity=".9" d="M802 ${ground}h126l70 70h-266z"/>
  <path fill="var(--gate-ink)" d="M844 ${ground}h42l24 70h-90z"/>`;

export type SocialWords = { name: string; tagline: string };

/** Returns the HTML page to screenshot. `fonts`: its font faces; `markInside`: the shapes of the logo. */
export function socialPage(words: SocialWords, styles: string, fonts: string, markInside: string) {
  return `<!doctype html><html data-theme="dark"><style>${fonts}${styles}
    :root { --brand-fill: #5a60e8 }
    body { margin: 0; background: var(--bg); color: var(--ink); font-family: Onest }
    svg { display: block; position: absolute; inset: 0 }
    div { position: absolute; left: 72px; top: 84px; width: 560px }
    h1 { display: flex; align-items: center; gap: 20px; margin: 0 0 0 -8px; font-size: 96px; font-weight: 750;
      letter-spacing: -0.03em; line-height: 1 }
    h1 svg { position: static }
    p { margin: 30px 0 0; font-size: 44px; font-weight: 500; line-height: 1.22; letter-spacing: -0.01em;
      text-wrap: balance; color: var(--text-2) }
    .g { fill: var(--brand) } .l { fill: var(--sun) }
  </style><svg width="1200" height="630">${scene}</svg>
  <div><h1><svg width="92" height="92" viewBox="0 0 32 32">${markInside}</svg>${words.name}</h1><p>${words.tagline}</p></div>`;
}
