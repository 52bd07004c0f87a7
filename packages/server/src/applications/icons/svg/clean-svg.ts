// Checks an SVG file and makes another one with only the known elements, attributes and values. Pure. The library that
// draws receives this one: for other files it may read files of the machine, or never end.

import { readXml, type XmlAttribute, type XmlElement } from '../../../xml/read-xml.ts';
import {
  attributes,
  judgeElement,
  referring,
  shown,
  svgNamespace,
  xlinkNamespace,
} from './allowed.ts';
import { type Drawn, expansionIssue, writeDrawing } from './drawing.ts';
import { declarationsFor, type Rule, readDeclarations, readRules } from './styles.ts';
import { idOfHref, outside, readPlain, readProperty } from './values.ts';

type Context = {
  rules: readonly Rule[];
  byId: Map<string, Drawn>;
  /** Number of elements so far. */
  count: number;
  refuse(reason: string): void;
};

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
const isStyle = ({ namespace, name }: XmlElement) => namespace === svgNamespace && name === 'style';

/** Returns the text of all style elements that are not within something left out. */
function stylesOf(element: XmlElement): string {
  if (isStyle(element)) return `${element.text}\n`;
  const isDrawn = judgeElement(element.namespace, element.name) === 'drawn';
  return isDrawn ? element.children.map(stylesOf).join('') : '';
}

function readHref(drawn: Drawn, { namespace, value }: XmlAttribute, { refuse }: Context) {
  const id = idOfHref(value);
  if (id === undefined) refuse(outside);
  // without a namespace it comes before the older one of XLink
  else if (referring.has(drawn.name) && (namespace === '' || drawn.href === undefined))
    drawn.href = id;
}

/** Reads an attribute without a namespace. */
function readOwnAttribute(drawn: Drawn, { name, value }: XmlAttribute, { refuse }: Context) {
  if (/^on/i.test(name)) refuse(`must not hold scripts: remove the attribute ${shown(name)}`);
  if (attributes.has(name)) {
    const text = readPlain(value);
    if (text === undefined) refuse(`must not hold this value of ${shown(name)}`);
    else drawn.attributes.set(name, text);
    return;
  }
  const property = readProperty(name, value.trim());
  if (property && 'reason' in property) refuse(property.reason);
  else if (property) drawn.properties.set(name, property);
}

function readAttribute(drawn: Drawn, attribute: XmlAttribute, context: Context) {
  const { namespace, name } = attribute;
  const isHref = name === 'href' && (namespace === '' || namespace === xlinkNamespace);
  if (isHref) readHref(drawn, attribute, context);
  else if (namespace === '') readOwnAttribute(drawn, attribute, context);
  else if (namespace === xmlNamespace && name === 'base') context.refuse(outside);
}

function cleanElement(element: XmlElement, context: Context): Drawn | undefined {
  const judged = judgeElement(element.namespace, element.name);
  if (typeof judged === 'object') context.refuse(judged.reason);
  if (judged !== 'drawn') return undefined;
  const drawn: Drawn = {
    name: element.name,
    number: context.count++,
    attributes: new Map(),
    properties: new Map(),
    href: undefined,
    children: [],
  };
  const given = (wanted: string) =>
    element.attributes.find(({ namespace, name }) => namespace === '' && name === wanted)?.value;
  const id = given('id')?.trim();
  if (id !== undefined && !context.byId.has(id)) context.byId.set(id, drawn);
  for (const attribute of element.attributes) readAttribute(drawn, attribute, context);
  // rules come before attributes, and the own style of the element comes before rules
  const classes = new Set(given('class')?.split(/\s+/));
  const rules = declarationsFor({ name: element.name, classes, id }, context.rules);
  for (const [name, value] of rules) drawn.properties.set(name, value);
  for (const [name, value] of readDeclarations(given('style') ?? '', context.refuse))
    drawn.properties.set(name, value);
  drawn.children = element.children.flatMap((child) => cleanElement(child, context) ?? []);
  return drawn;
}

/** Returns the SVG to draw, or why the file is refused. */
export function cleanSvg(text: string): { markup: string } | { reason: string } {
  const element = readXml(text);
  if ('reason' in element) return element;
  if (element.namespace !== svgNamespace || element.name !== 'svg')
    return {
      reason: `must be an SVG file: its first element is svg with xmlns="${svgNamespace}"`,
    };
  const reasons: string[] = [];
  const refuse = (reason: string) => {
    reasons.push(reason);
  };
  const context = {
    rules: readRules(stylesOf(element), refuse),
    byId: new Map<string, Drawn>(),
    count: 0,
    refuse,
  };
  const root = cleanElement(element, context);
  const drawing = root && { root, byId: context.byId };
  const [reason] = reasons;
  if (!drawing || reason !== undefined) return { reason: reason ?? 'must be an SVG file' };
  const expansion = expansionIssue(drawing);
  return expansion === undefined ? { markup: writeDrawing(drawing) } : { reason: expansion };
}
