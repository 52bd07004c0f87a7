// Draws an icon from its shapes: 24 units square, lines of 2 units. Each icon is a file, so that a page loads only its own.
import { createElement, type SVGProps } from 'react';

type IconData = { name: string; node: readonly (readonly [string, Record<string, string>])[] };
type IconProps = SVGProps<SVGSVGElement> & { size?: number };

export function createIcon({ name, node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = 24, className = '', ...rest }: IconProps) =>
    createElement(
      'svg',
      {
        'aria-hidden': 'true',
        className: `icon icon-${name} ${className}`,
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
