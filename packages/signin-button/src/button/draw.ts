// Draws one button into its element, or updates it. Uses only DOM calls: the CSP of the page does not block them, and no option
// is parsed as HTML.

import { addressOf, attributeOf, type ButtonOptions, captionOf, optionsFrom } from '../options.ts';
import { automaticTarget, openOutsideFrame } from './frame.ts';
import { mark } from './look.ts';
import { sheet } from './sheet.ts';

type Drawn = {
  shadow: ShadowRoot;
  link: HTMLAnchorElement;
  label: HTMLSpanElement;
  /** The classes that this script added to the element. Classes of the page are not included. */
  worn: string[];
  said: string;
};

const drawn = new WeakMap<Element, Drawn>();
let style: CSSStyleSheet | undefined;

/** @throws in browsers that cannot create a style sheet by script. */
function sheetOfAll(): CSSStyleSheet {
  if (!style) {
    const made = new CSSStyleSheet();
    made.replaceSync(sheet);
    style = made;
  }
  return style;
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
  const sheets = [sheetOfAll()];
  const link = document.createElement('a');
  const label = document.createElement('span');
  link.part.add('button');
  link.append(logo(), label);
  link.addEventListener('click', (event) => {
    const { appId, target } = read(element);
    if (!tell(element, 'click', appId)) event.preventDefault();
    else if (target === '') openOutsideFrame(event, link);
  });
  // comes last, because it hides the link inside: if an earlier step fails, the link stays visible
  const shadow = element.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = sheets;
  return { shadow, link, label, worn: [], said: '' };
}

function read(element: Element): ButtonOptions {
  return optionsFrom((name) => element.getAttribute(attributeOf(name)));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function note(element: Element, { devMode, appId }: ButtonOptions, address: string) {
  if (!devMode) return;
  console.info('[KPI ID] button', element, 'leads to', address);
  if (!uuid.test(appId)) console.warn('[KPI ID] data-app-id is no UUID:', appId);
}

function apply({ link, label }: Drawn, options: ButtonOptions, address: string) {
  const { size, color, logoAlignment, fullWidth, devMode, locale, target } = options;
  link.href = address;
  link.target = target || automaticTarget();
  link.lang = locale;
  link.title = devMode ? 'KPI ID: dev mode' : '';
  link.className = [size, color, logoAlignment, fullWidth && 'full', devMode && 'dev']
    .filter(Boolean)
    .join(' ');
  label.textContent = captionOf(options);
}

/** Sets the classes of the element and removes those that an earlier call added. */
function wear(element: Element, now: Drawn, className: string) {
  element.classList.remove(...now.worn);
  const wanted = className.split(/\s+/).filter((one) => one !== '');
  now.worn = wanted.filter((one) => !element.classList.contains(one));
  element.classList.add(...now.worn);
}

/** Shows the link inside again. A shadow root cannot be removed, so it gets a slot. */
function takeAway(element: Element, now: Drawn) {
  now.said = '';
  now.shadow.replaceChildren(document.createElement('slot'));
  wear(element, now, '');
}

/**
 * Draws or updates the button. `origin`: that of Brama. Draws nothing without an application id, or if the element
 * names another Brama.
 */
export function draw(element: HTMLElement, origin: string): void {
  // our React component names its Brama in the attribute; it has already reported a different one in the console
  const named = element.getAttribute('data-kpi-id-signin') ?? '';
  if (named.includes('://') && named !== origin) return;
  const known = drawn.get(element);
  const options = read(element);
  if (options.appId === '') {
    console.error('[KPI ID] data-app-id is missing:', element);
    if (known) takeAway(element, known);
    return;
  }
  const said = JSON.stringify(options);
  if (known?.said === said) return;
  const now = known ?? begin(element);
  drawn.set(element, now);
  const address = addressOf(origin, options);
  apply(now, options, address);
  wear(element, now, options.className);
  if (now.said === '') now.shadow.replaceChildren(now.link);
  now.said = said;
  note(element, options, address);
  tell(element, 'ready', options.appId);
}
