// The styles of the button. They are inside its shadow root, so the page's styles and these do not affect each other.

import { colors, font, sizes } from './look.ts';

// in pixels, because `rem` depends on the page
const rulesOfSizes = Object.entries(sizes).map(
  ([name, { height, logo, font: size, weight, padding, radius }]) =>
    `.${name}{min-height:${height}px;padding:4px ${padding}px;border-radius:${radius}px;font-size:${size}px;font-weight:${weight}}.${name} svg{width:${logo}px;height:${logo}px}`,
);
const rulesOfColors = Object.entries(colors).map(
  ([name, { ground, hover, active, text, border, gate }]) =>
    `.${name}{color:${text};background:${ground};border-color:${border}}.${name}:hover{background:${hover}}.${name}:active{background:${active}}.${name} .gate{fill:${gate}}`,
);

export const sheet = [
  ':host{display:inline-block!important;max-width:100%;vertical-align:middle}',
  ':host([hidden]){display:none!important}',
  ':host([data-full-width=true]){display:block!important;width:100%}',
  `a{all:initial;direction:ltr;box-sizing:border-box;display:inline-flex;align-items:center;justify-content:center;gap:.625em;max-width:100%;border:1px solid;font-family:${font};line-height:1.25;text-align:center;overflow-wrap:anywhere;cursor:pointer;-webkit-tap-highlight-color:transparent}`,
  'a.full{display:flex;width:100%}',
  'a.right{flex-direction:row-reverse}',
  'a:focus-visible{outline:3px solid #9aa0ff;outline-offset:2px}',
  'a.dev{outline:2px dashed #d92d20;outline-offset:2px}',
  'svg{flex:none;display:block}.person{fill:#ffc53d}',
  ...rulesOfSizes,
  ...rulesOfColors,
  // forced colours replace text and background but not fills: a white logo could be on white
  '@media(forced-colors:active){.gate,.person{fill:LinkText!important}}',
].join('');
