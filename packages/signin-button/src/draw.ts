// Draws one button into its element, or brings a drawn one up to date: DOM calls only, so that no policy of the
// page stands against it and no text of the page becomes markup.

import { mark } from './look.ts';
import { addressOf, attributeOf, type ButtonOptions, captionOf, optionsFrom } from './options.ts';
import { sheet } from './sheet.ts';

type Drawn = { link: HTMLAnchorElement; label: HTMLSpanElement; said: string };

const drawn = new WeakMap<Element, Drawn>();
let style: CSSStyleSheet | undefined;

function adopt(shadow: ShadowRoot) {
  if (!style) {
    style = new CSSStyleSheet();
    style.replaceSync(sheet);
  }
  shadow.adoptedStyleSheets = [style];
}

function logo(): SVGSVGElement {
  const make = <N extends 'svg' | 'path'>(name: N, attributes: Record<string, string>) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [attribute, value] of Object.entries(attributes))
      element.setAttribute(attribute, value);
    return element;
  };
  const svg = make('svg', { viewBox: `0 0 ${mark.box} ${mark.box}`, 'aria-hidden': 'true' });
  for (const part of ['gate', 'person'] as const)
    svg.append(make('path', { class: part, d: mark[part] }));
  return svg;
}

function tell(element: Element, name: 'ready' | 'click', appId: string): boolean {
  const event = new CustomEvent(`kpi-id:${name}`, {
    bubbles: true,
    cancelable: name === 'click',
    detail: { appId },
  });
  return element.dispatchEvent(event);
}

function begin(element: HTMLElement): Drawn {
  const shadow = element.attachShadow({ mode: 'open' });
  adopt(shadow);
  const link = document.createElement('a');
  const label = document.createElement('span');
  link.part.add('button');
  link.append(logo(), label);
  link.addEventListener('click', (event) => {
    const { appId } = read(element);
    if (!tell(element, 'click', appId)) event.preventDefault();
  });
  shadow.append(link);
  return { link, label, said: '' };
}

export function read(element: Element): ButtonOptions {
  return optionsFrom((name) => element.getAttribute(attributeOf(name)));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function note(element: Element, { devMode, appId }: ButtonOptions, address: string) {
  if (!devMode) return;
  console.info('[KPI ID] button', element, 'leads to', address);
  if (!uuid.test(appId)) console.warn('[KPI ID] data-app-id is no UUID:', appId);
}

function apply({ link, label }: Drawn, options: ButtonOptions, address: string) {
  const { size, color, logoAlignment, fullWidth, devMode, locale } = options;
  link.href = address;
  link.lang = locale;
  link.title = devMode ? 'KPI ID: dev mode' : '';
  link.className = [size, color, logoAlignment, fullWidth && 'full', devMode && 'dev']
    .filter(Boolean)
    .join(' ');
  label.textContent = captionOf(options);
}

/** Takes away the classes it gave before. */
function wear(element: Element, before: string, { className }: ButtonOptions) {
  const classes = (text: string) => text.split(/\s+/).filter((one) => one !== '');
  element.classList.remove(...classes(before));
  element.classList.add(...classes(className));
}

/** `origin`: that of Brama. Draws nothing where no application is named. */
export function draw(element: HTMLElement, origin: string): void {
  const options = read(element);
  if (options.appId === '') {
    console.error('[KPI ID] data-app-id is missing:', element);
    return;
  }
  const said = JSON.stringify([origin, options]);
  const known = drawn.get(element);
  if (known?.said === said) return;
  const now = known ?? begin(element);
  const before = known ? (JSON.parse(known.said)[1] as ButtonOptions).className : '';
  const address = addressOf(origin, options);
  apply(now, options, address);
  wear(element, before, options);
  drawn.set(element, { ...now, said });
  note(element, options, address);
  tell(element, 'ready', options.appId);
}
