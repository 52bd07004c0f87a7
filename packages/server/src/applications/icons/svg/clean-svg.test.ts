// What is drawn of an SVG file: everything that editors write, and nothing else.

import { describe, expect, test } from 'vitest';
import { cleanSvg } from './clean-svg.ts';
import { drawSvg } from './draw-svg.ts';

const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const svg = (inside: string, attributes = 'viewBox="0 0 24 24"') =>
  `<svg ${namespaces} ${attributes}>${inside}</svg>`;

const inkscape = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->
<svg width="48" height="48" viewBox="0 0 12.7 12.7" version="1.1" id="svg5" xml:space="preserve"
   inkscape:version="1.3" sodipodi:docname="кампус.svg" inkscape:export-filename="C:\\icons\\campus.png"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
   xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
   xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="http://www.w3.org/2000/svg"
   xmlns:svg="http://www.w3.org/2000/svg" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
   xmlns:cc="http://creativecommons.org/ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <sodipodi:namedview id="namedview7" pagecolor="#ffffff" inkscape:current-layer="layer1">
    <inkscape:grid type="xygrid" id="grid9" />
  </sodipodi:namedview>
  <defs id="defs2">
    <linearGradient inkscape:collect="always" id="linearGradient1">
      <stop style="stop-color:#3a3fd4;stop-opacity:1;" offset="0" id="stop1" />
      <stop style="stop-color:#00aa88;stop-opacity:0.5;" offset="1" id="stop2" />
    </linearGradient>
    <linearGradient inkscape:collect="always" xlink:href="#linearGradient1" id="linearGradient3"
       x1="1" y1="1" x2="11" y2="11" gradientUnits="userSpaceOnUse" gradientTransform="translate(0.5,0)" />
    <clipPath clipPathUnits="userSpaceOnUse" id="clipPath4"><circle id="c4" cx="6" cy="6" r="5" /></clipPath>
    <inkscape:path-effect effect="spiro" id="path-effect1" is_visible="true" />
  </defs>
  <metadata id="metadata5"><rdf:RDF><cc:Work rdf:about=""><dc:format>image/svg+xml</dc:format>
    <dc:type rdf:resource="http://purl.org/dc/dcmitype/StillImage" /></cc:Work></rdf:RDF></metadata>
  <g inkscape:label="Шар 1" inkscape:groupmode="layer" id="layer1" transform="translate(0.1,-0.2)">
    <path id="path6" clip-path="url(#clipPath4)" inkscape:connector-curvature="0"
       style="fill:url(#linearGradient3);fill-opacity:1;stroke:#000000;stroke-width:0.264583;stroke-linecap:round;stroke-miterlimit:4;stroke-dasharray:none;paint-order:stroke fill markers;font-family:'Sans; Serif';-inkscape-font-specification:'Sans, Normal';marker:none;filter:none"
       d="M 1.0,2.0 L 11,2 11,11 Z" sodipodi:nodetypes="cccc" />
    <use x="0" y="0" xlink:href="#path6" id="use7" transform="rotate(90,6,6)" width="100%" height="100%" />
  </g>
</svg>`;

const illustrator = `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 27.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" x="0px" y="0px"
	 viewBox="0 0 48 48" style="enable-background:new 0 0 48 48;" xml:space="preserve">
<style type="text/css">
	.st0{clip-path:url(#SVGID_2_);}
	.st1{fill:url(#SVGID_3_);}
	.st2{opacity:0.6;fill:#FFFFFF;enable-background:new    ;}
	.st3,.st4{fill:none;stroke:#1D1D1B;stroke-width:2;stroke-linecap:round;stroke-miterlimit:10;}
	.st4{stroke:#E30613;} /* after the other */
</style>
<g>
	<defs><rect id="SVGID_1_" x="4" y="4" width="40" height="40"/></defs>
	<clipPath id="SVGID_2_"><use xlink:href="#SVGID_1_"  style="overflow:visible;"/></clipPath>
	<g class="st0">
		<radialGradient id="SVGID_3_" cx="24" cy="24" r="20" gradientUnits="userSpaceOnUse">
			<stop  offset="0" style="stop-color:#FFED00"/><stop  offset="1" style="stop-color:#E30613"/>
		</radialGradient>
		<circle class="st1" cx="24" cy="24" r="22"/>
		<polygon class="st2" points="10,10 30,12.5 20,40 "/>
	</g>
	<path class="st3" d="M10,10c2.5-3.1,8.8,3.4,12.2,0S30,20,38,12"/><line class="st4" x1="8" y1="40" x2="40" y2="38"/>
</g>
</svg>`;

const figma = `<svg width="32" height="32" viewBox="0 0 32 32" fill="none" xmlns="http://www.w3.org/2000/svg">
<g clip-path="url(#clip0_12_34)"><mask id="mask0_12_34" style="mask-type:alpha" maskUnits="userSpaceOnUse" x="0" y="0" width="32" height="32">
<circle cx="16" cy="16" r="14" fill="#D9D9D9"/></mask>
<g mask="url(#mask0_12_34)" style="mix-blend-mode:multiply"><rect width="32" height="32" rx="8" fill="#1F5FBF"/></g>
<path fill-rule="evenodd" clip-rule="evenodd" d="M16 4L28 26H4L16 4Z" fill="white" fill-opacity="0.8"/></g>
<defs><clipPath id="clip0_12_34"><rect width="32" height="32" fill="white"/></clipPath></defs></svg>`;

const iconSet = `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" class="icon icon-home" aria-hidden="true" role="img" focusable="false" data-name="Home"><title>Home</title><path d="m3 9 9-7 9 7v11a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z"/><polyline points="9 22 9 12 15 12 15 22"/></svg>`;

/** Returns the markup to draw. */
function cleaned(text: string): string {
  const result = cleanSvg(text);
  if ('reason' in result) throw new Error(result.reason);
  return result.markup;
}

function pictureOf(text: string): Buffer {
  const drawn = drawSvg(text);
  if ('reason' in drawn) throw new Error(drawn.reason);
  return Buffer.from(drawn.png);
}

const reasonFor = (text: string) => {
  const result = cleanSvg(text);
  return 'reason' in result ? result.reason : undefined;
};

describe('files of editors', () => {
  test.each([
    ['Inkscape', inkscape],
    ['Illustrator', illustrator],
    ['Figma', figma],
    ['an icon set', iconSet],
    [
      'a style with every kind of selector',
      svg(
        '<style>*{fill:red}path{fill:green}.a{fill:blue}#b{fill:gold}path.a{opacity:.5}</style><rect width="9" height="9"/><path class="a" d="M0 9h9v9"/><path id="b" class="a" fill="red" d="M9 0h9v9"/><path style="fill:navy" d="M9 9h9v9"/>',
      ),
    ],
    [
      'a style after the shapes, with comments',
      svg('<circle class="a" r="20"/><style>/* { */.a{/**/fill:teal}</style>'),
    ],
    [
      'references to what does not exist',
      svg(
        '<path fill="url(#x) lime" clip-path="url(#x)" d="M0 0h9v9"/><path fill="url(#x)" d="M9 9h9v9"/><use href="#x"/>',
      ),
    ],
  ])('%s is drawn as before', (_name, text) => {
    const picture = pictureOf(cleaned(text));
    expect(picture).toEqual(pictureOf(text));
    // and is not empty
    expect(picture).not.toEqual(pictureOf(svg('')));
  });

  test('references in quotes are those without', () => {
    const gradient = '<linearGradient id="g"><stop stop-color="red"/></linearGradient>';
    const plain = svg(`${gradient}<path fill="url(#g)" style="stroke:url(#g)" d="M0 0h9v9"/>`);
    const quoted = `${gradient}<path fill="url( '#g' )" style='stroke:url("#g")' d="M0 0h9v9"/>`;
    expect(cleaned(svg(quoted))).toBe(cleaned(plain));
  });

  test('a prefix of the SVG namespace', () => {
    const prefixed = `<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><s:path d="M0 0h9v9"/></s:svg>`;
    expect(pictureOf(cleaned(prefixed))).toEqual(
      pictureOf(svg('<path d="M0 0h9v9"/>', 'viewBox="0 0 9 9"')),
    );
  });

  test('hold nothing that is not drawn', () => {
    expect(cleaned(inkscape)).not.toMatch(/sodipodi|inkscape|rdf|metadata|font|xlink|docname/);
  });
});

const dashes = 'must not hold dashed lines: turn them into paths';
const outside = 'must not refer to other files or addresses';
const notSimple = 'must hold simple styles only: rules for elements, classes and ids';
const tooLarge = 'must be at most 256 KiB once each reference is replaced by what it names';
const itself = 'must not hold an element that refers to itself';
const tooDeep = 'must not hold elements within each other over more than 64 levels';

/** Draws the path 2^levels times, with one reference of each level. */
function doubling(levels: number, reference: (id: string) => string): string {
  let inside = '<g id="u0"><path d="M0 0h9v9"/></g>';
  for (let level = 0; level < levels; level++)
    inside = `<g id="u${level + 1}">${inside}${reference(`u${level}`)}</g>`;
  return svg(inside);
}

const chain = (count: number, reference: (id: string) => string) =>
  Array.from({ length: count }, (_, index) => reference(`${index}`)).join('');

describe('refused', () => {
  test.each([
    [
      'an image under an encoded namespace',
      `<svg ${namespaces} xmlns:cc="http://www.w3.org/200&#48;/svg" xmlns:x-y="http://www.w3.org/1999/xlink"><cc:image width="24" height="24" x-y:href="/dev/zero"/></svg>`,
      'must not hold <image>',
    ],
    [
      'a filter under an encoded namespace',
      `<svg ${namespaces} xmlns:cc="http://www.w3.org/200&#48;/svg"><cc:filter id="f"/></svg>`,
      'must not hold <filter>',
    ],
    [
      'an image under the prefix of an editor',
      `<svg ${namespaces} xmlns:inkscape="http://www.w3.org/2000/svg"><inkscape:image href="a.png"/></svg>`,
      'must not hold <image>',
    ],
    [
      'an image under another default namespace',
      svg(
        '<g xmlns="http://creativecommons.org/ns#"><image xmlns="http://www.w3.org/2000/svg" href="a.png"/></g><image href="a.png"/>',
      ),
      'must not hold <image>',
    ],
    [
      'another prefix of XLink',
      svg('<use xmlns:x-y="http://www.w3.org/1999/xlink" x-y:href="https://evil.example/#p"/>'),
      outside,
    ],
    ['an encoded address', svg('<g fill="&#117;rl(https://evil.example/x)"/>'), outside],
    [
      'an encoded address in a style attribute',
      svg('<g style="fill:&#x75;RL(a.svg#x)"/>'),
      outside,
    ],
    [
      'an address in a property that is not drawn',
      svg('<g style="cursor:url(https://evil.example/x)"/>'),
      outside,
    ],
    ['an encoded import', svg('<style>&#64;import "https://evil.example/a.css";</style>'), outside],
    [
      'an escape in a style',
      svg('<style>g{fill:u\\72l(a.svg)}</style>'),
      'must not hold this value of fill',
    ],
    ['a media query', svg('<style>@media all{g{fill:red}}</style>'), notSimple],
    ['a font of its own', svg('<style>@font-face{font-family:a}</style>'), notSimple],
    ['a selector of attributes', svg('<style>[id]{fill:red}</style>'), notSimple],
    ['a selector of descendants', svg('<style>g path{fill:red}</style>'), notSimple],
    ['a style without an end', svg('<style>g{fill:red</style>'), notSimple],
    [
      'many rules',
      svg(`<style>${'g{fill:red}'.repeat(257)}</style>`),
      'must not hold more than 256 rules of styles',
    ],
    ['a filter property', svg('<g style="filter:blur(9px)"/>'), 'must not hold filters'],
    ['a filter in a rule', svg('<style>g{filter:url(#f)}</style>'), 'must not hold filters'],
    ['a marker', svg('<path d="M0 0h9" marker-end="url(#m)"/>'), 'must not hold markers'],
    ['a pattern', svg('<pattern id="p"/>'), 'must not hold <pattern>'],
    ['dashes', svg('<path d="M0 0h24" stroke="red" stroke-dasharray="0.0001"/>'), dashes],
    ['dashes of a rule', svg('<style>.a{stroke-dasharray:1 2}</style>'), dashes],
    [
      'a transform of a style',
      svg('<g style="transform:scale(2)"/>'),
      'must hold transform as an attribute, not in styles',
    ],
    ['quotes in a number', svg(`<rect width='9"'/>`), 'must not hold this value of width'],
    ['markup in a number', svg('<rect width="9&lt;"/>'), 'must not hold this value of width'],
    ['use that doubles', doubling(12, (id) => `<use href="#${id}"/>`), tooLarge],
    [
      'use with an editor prefix that doubles',
      doubling(12, (id) => `<c:use xmlns:c="http://www.w3.org/2000/sv&#103;" href="#${id}"/>`),
      tooLarge,
    ],
    [
      'clip paths that double',
      svg(
        `<clipPath id="c0"><path d="M0 0h9v9"/></clipPath>${chain(16, (id) => `<clipPath id="c${Number(id) + 1}"><path clip-path="url(#c${id})"/><path clip-path="url(#c${id})"/></clipPath>`)}<g clip-path="url(#c16)"/>`,
      ),
      tooLarge,
    ],
    [
      'masks of rules that double',
      svg(
        `<style>${chain(16, (id) => `.m${id}{mask:url(#m${id})}`)}</style>${chain(16, (id) => `<mask id="m${Number(id) + 1}"><g class="m${id}"/><g class="m${id}"/></mask>`)}<g mask="url(#m16)"/>`,
      ),
      tooLarge,
    ],
    [
      'a long path that is drawn again and again',
      svg(`<path id="a" d="M0 0${'l9 9'.repeat(10_000)}"/>${'<use href="#a"/>'.repeat(7)}`),
      tooLarge,
    ],
    ['use of itself', svg('<g id="a"><use href="#a"/></g>'), itself],
    [
      'gradients in a circle',
      svg(
        '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/><path fill="url(#a)"/>',
      ),
      itself,
    ],
    ['many levels', svg(`${'<g>'.repeat(64)}${'</g>'.repeat(64)}`), tooDeep],
    [
      'many levels of references',
      svg(
        `<g id="a0"/>${chain(70, (id) => `<g id="a${Number(id) + 1}"><use href="#a${id}"/></g>`)}`,
      ),
      tooDeep,
    ],
    ['an entity of its own', svg('<g id="&a;"/>'), 'is not well-formed XML'],
    ['a prefix without a namespace', svg('<x:g/>'), 'is not well-formed XML'],
    ['an attribute given twice', svg('<use href="#a" href="b.svg"/>'), 'is not well-formed XML'],
    [
      'the element of HTML',
      '<svg viewBox="0 0 9 9"/>',
      'must be an SVG file: its first element is svg with xmlns="http://www.w3.org/2000/svg"',
    ],
  ])('%s', (_name, text, reason) => {
    expect(reasonFor(text)).toBe(reason);
  });
});

describe('left out', () => {
  test.each([
    [
      'ids, which could be decoded in another way',
      svg('<path id="%61" d="M0 0"/><use href="#%61"/>'),
      '<path d="M0 0" id="i1"></path><use id="i2" href="#i1"></use>',
    ],
    [
      'the second element with an id',
      svg('<g id="a"/><path id="a"/><use href="#a"/>'),
      '<g id="i1"></g><path id="i2"></path><use id="i3" href="#i1"></use>',
    ],
    [
      'references of elements without any',
      svg('<g id="a"/><rect href="#a"/>'),
      '<g id="i1"></g><rect id="i2"></rect>',
    ],
    [
      'what it does not know',
      svg('<g data-x="&lt;image&gt;" font-family="x" style="font:9px &quot;x&quot;;x"/>'),
      '<g id="i1"></g>',
    ],
    [
      'what editors add',
      svg(
        '<i:a xmlns:i="http://www.inkscape.org/namespaces/inkscape"><image href="a.png"/></i:a><g/>',
      ),
      '<g id="i1"></g>',
    ],
  ])('%s', (_name, text, expected) => {
    expect(cleaned(text)).toBe(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" id="i0">${expected}</svg>`,
    );
  });
});
