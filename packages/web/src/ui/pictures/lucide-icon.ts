// Draws the icons of lucide-react in a build (vite.config.ts), in place of its own component. That one has options that no
// page uses: 1.5 KB in the scripts of every page.
import { createElement, type SVGProps } from 'react';

type IconData = { name: string; node: readonly (readonly [string, Record<string, string>])[] };
type IconProps = SVGProps<SVGSVGElement> & { size?: number };

// biome-ignore lint/style/noDefaultExport: the icons import it by default
export default function createIcon({ name, node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = 24, className = '', ...rest }: IconProps) =>
    createElement(
      'svg',
      {
        'aria-hidden': 'true',
        className: `lucide lucide-${name} ${className}`,
        fill: 'none',
        height: size,
        stroke: 'currentColor',
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        strokeWidth: 2,
        viewBox: '0 0 24 24',
        width: size,
        ...rest,
      },
      shapes,
    );
}
