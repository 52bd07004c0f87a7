// The parts of SVG that are drawn. Everything else is left out of the drawing or refused. Pure.

export const svgNamespace = 'http://www.w3.org/2000/svg';
export const xlinkNamespace = 'http://www.w3.org/1999/xlink';

/** Of elements that editors add for themselves, which are not drawn. */
const editorNamespaces: ReadonlySet<string> = new Set([
  'http://creativecommons.org/ns#',
  'http://inkscape.sourceforge.net/DTD/sodipodi-0.dtd',
  'http://ns.adobe.com/AdobeIllustrator/10.0/',
  'http://ns.adobe.com/SaveForWeb/1.0/',
  'http://purl.org/dc/elements/1.1/',
  'http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd',
  'http://svgjs.com/svgjs',
  'http://svgjs.dev/svgjs',
  'http://web.resource.org/cc/',
  'http://www.bohemiancoding.com/sketch/ns',
  'http://www.inkscape.org/namespaces/inkscape',
  'http://www.openswatchbook.org/uri/2009/osb',
  'http://www.serif.com/',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
]);

const elements: ReadonlySet<string> = new Set([
  'svg',
  'g',
  'defs',
  'symbol',
  'use',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
  'mask',
]);

/** `style` is read beforehand, and the others only describe the drawing. */
const silentElements: ReadonlySet<string> = new Set(['style', 'title', 'desc', 'metadata']);

/** A name of the file is shown only if it cannot be mistaken for something else. */
export const shown = (name: string) => (/^[\w:-]{1,30}$/.test(name) ? name : '?');

/** Returns whether an element is drawn or left out, or why it is refused. */
export function judgeElement(
  namespace: string,
  name: string,
): 'drawn' | 'left out' | { reason: string } {
  if (/script$/i.test(name)) return { reason: 'must not hold scripts' };
  if (editorNamespaces.has(namespace)) return 'left out';
  if (namespace === svgNamespace) {
    if (name === 'text') return { reason: 'must not hold text: turn it into paths' };
    if (elements.has(name)) return 'drawn';
    if (silentElements.has(name)) return 'left out';
  }
  return { reason: `must not hold <${shown(name)}>` };
}

/** Elements of which `href` is drawn. */
export const referring: ReadonlySet<string> = new Set(['use', 'linearGradient', 'radialGradient']);

/** Attributes with numbers, lengths and lists of them. */
export const attributes: ReadonlySet<string> = new Set([
  'clipPathUnits',
  'cx',
  'cy',
  'd',
  'fr',
  'fx',
  'fy',
  'gradientTransform',
  'gradientUnits',
  'height',
  'maskContentUnits',
  'maskUnits',
  'offset',
  'points',
  'preserveAspectRatio',
  'r',
  'rx',
  'ry',
  'spreadMethod',
  'transform',
  'viewBox',
  'width',
  'x',
  'x1',
  'x2',
  'y',
  'y1',
  'y2',
]);

/** Properties of styles, also written as attributes: whether a value may name a part of the file. */
export const properties: ReadonlyMap<string, 'no part' | 'a part' | 'a part or a colour'> = new Map(
  [
    ['clip-path', 'a part'],
    ['clip-rule', 'no part'],
    ['color', 'no part'],
    ['color-interpolation', 'no part'],
    ['display', 'no part'],
    ['fill', 'a part or a colour'],
    ['fill-opacity', 'no part'],
    ['fill-rule', 'no part'],
    ['isolation', 'no part'],
    ['mask', 'a part'],
    ['mask-type', 'no part'],
    ['mix-blend-mode', 'no part'],
    ['opacity', 'no part'],
    ['overflow', 'no part'],
    ['paint-order', 'no part'],
    ['shape-rendering', 'no part'],
    ['stop-color', 'no part'],
    ['stop-opacity', 'no part'],
    ['stroke', 'a part or a colour'],
    ['stroke-linecap', 'no part'],
    ['stroke-linejoin', 'no part'],
    ['stroke-miterlimit', 'no part'],
    ['stroke-opacity', 'no part'],
    ['stroke-width', 'no part'],
    ['visibility', 'no part'],
  ],
);

/** Without these the picture would be another one, but drawing them may take hours or is not supported. */
export const refusedProperties: ReadonlyMap<string, string> = new Map([
  ['filter', 'must not hold filters'],
  ['marker', 'must not hold markers'],
  ['marker-end', 'must not hold markers'],
  ['marker-mid', 'must not hold markers'],
  ['marker-start', 'must not hold markers'],
  ['stroke-dasharray', 'must not hold dashed lines: turn them into paths'],
  ['transform', 'must hold transform as an attribute, not in styles'],
]);
