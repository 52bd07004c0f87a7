// Draws the icons: the logo on the background of the page, with the margins that platforms require.

type Icon = {
  file: string;
  size: number;
  /** Side of the logo as a share of the icon's side. */
  mark: number;
  /** `page`: on the background colour of pages; `brand`: white gate on the brand colour; `none`: transparent. */
  ground: 'page' | 'brand' | 'none';
};

export const icons: readonly Icon[] = [
  // iOS rounds the corners and fills transparent areas with black
  { file: 'icon-180.png', size: 180, mark: 0.66, ground: 'page' },
  // browsers request it for documents that name no icon, such as JSON
  { file: 'favicon.ico', size: 48, mark: 1, ground: 'none' },
  { file: 'icon-192.png', size: 192, mark: 1, ground: 'none' },
  { file: 'icon-512.png', size: 512, mark: 1, ground: 'none' },
  // platforms may cut any shape that contains the central circle of 80 %
  { file: 'icon-maskable-512.png', size: 512, mark: 0.54, ground: 'brand' },
];

/**
 * Returns the HTML page to screenshot. `markInside`: the shapes of the logo, with the classes `g` gate and `l` light.
 */
export function iconPage({ size, mark, ground }: Icon, styles: string, markInside: string): string {
  const side = Math.round(size * mark);
  return `<!doctype html><html data-theme="light"><style>${styles}
    html { background: var(--ground) }
    body { margin: 0; display: grid; place-items: center; width: ${size}px; height: ${size}px }
    .page { --ground: var(--bg); --gate-fill: var(--brand) }
    .brand { --ground: var(--brand); --gate-fill: var(--on-brand) }
    .none { --gate-fill: var(--brand) }
    body { background: var(--ground, transparent) }
    .g { fill: var(--gate-fill) } .l { fill: var(--sun) }
  </style><body class="${ground}"><svg width="${side}" height="${side}" viewBox="0 0 32 32">${markInside}</svg>`;
}
