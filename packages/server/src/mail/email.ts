// An email and its text and HTML forms, which say the same. At most one link, no pictures, no tracking.

import { escapeHtml } from '@brama/contract/escape-html';
import type { Language } from '@brama/contract/paths';

export type EmailFact = { name: string; value: string };

export type Email = {
  language: Language;
  to: string;
  /** Without the organisation, which the mailer adds. */
  subject: string;
  /** Name of the product in the language of the email. */
  brand: string;
  /** Name of the organisation. */
  organisation: string;
  /** A paragraph is a text or a link. The last one says who sends the email to whom. */
  paragraphs: readonly (string | { label: string; href: string })[];
  /** What the email is about, as a table after the first paragraph. */
  facts: readonly EmailFact[];
};

/** Returns organisation and product, as the sender and the head of the email name them. */
export function senderOf({ brand, organisation }: Email): string {
  return `${organisation} · ${brand}`;
}

/** Returns the subject with the name of the organisation, by which readers recognise the email. */
export function subjectOf({ subject, organisation }: Email): string {
  return `${subject} · ${organisation}`;
}

export function textOf(email: Email): string {
  const inText = (one: Email['paragraphs'][number]) =>
    typeof one === 'string' ? one : `${one.label}:\n${one.href}`;
  const [first = '', ...others] = email.paragraphs.map(inText);
  const facts = email.facts.map(({ name, value }) => `${name}: ${value}`).join('\n');
  const parts = [senderOf(email), email.subject, first, facts, ...others].filter(
    (part) => part !== '',
  );
  return `${parts.join('\n\n')}\n`;
}

/**
 * The colours of both themes (`tokens.css` of packages/ui). Mail programs know no custom properties, so each is written twice: inline
 * for the light theme, and in a class for the dark one.
 */
const colours = {
  page: ['background', '#fafaff', '#0f1024'],
  card: ['background', '#ffffff', '#181a33'],
  ink: ['color', '#15163a', '#eeeefc'],
  muted: ['color', '#62668c', '#9ea2c8'],
  brand: ['background', '#3a3fd4', '#9aa0ff'],
  'on-brand': ['color', '#ffffff', '#0f1024'],
  sun: ['background', '#ffc53d', '#ffd166'],
  line: ['border-color', '#dfe0f2', '#2b2e52'],
} as const;
type Colour = keyof typeof colours;
type Palette = Readonly<Record<Colour, readonly [property: string, light: string, dark: string]>>;

/** The colour of the organisation in the light and the dark theme; text in `on-brand` can be read on both. */
export type EmailBrand = readonly [light: string, dark: string];

const paletteOf = (brand: EmailBrand | undefined): Palette =>
  brand === undefined ? colours : { ...colours, brand: ['background', ...brand] };

function styleOf(palette: Palette): string {
  // `!important`, because inline styles otherwise win
  const darkRules = Object.entries(palette)
    .map(([name, [property, , dark]]) => `.${name}{${property}:${dark}!important}`)
    .join('');
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${darkRules}}`;
}

/** Returns the attributes of an element with these colours and styles. */
type Look = (names: readonly Colour[], styles?: string) => string;

const lookIn =
  (palette: Palette): Look =>
  (names, styles = '') => {
    const light = names.map((name) => `${palette[name][0]}:${palette[name][1]};`).join('');
    const given = `${light}${styles}`;
    return `class="${names.join(' ')}"${given === '' ? '' : ` style="${given}"`}`;
  };

/** A table for the layout. Outlook sizes nothing else. */
const layout = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/**
 * The mark: a gate with a light in its doorway, drawn with cells of a table. Mail programs remove SVG and `data:` pictures, block remote
 * ones, and show attached ones as attachments. Where corners are not rounded, it is a square gate.
 */
const markIn = (look: Look) =>
  `<table ${layout} aria-hidden="true"><tr><td width="32" height="32" align="center" valign="bottom" ${look(['brand'], 'width:32px;height:32px;border-radius:16px 16px 4px 4px;line-height:0;font-size:0')}><table ${layout}><tr><td width="14" height="18" align="center" valign="bottom" ${look(['card'], 'width:14px;height:18px;border-radius:7px 7px 0 0;line-height:0;font-size:0')}><table ${layout}><tr><td width="6" height="12" ${look(['sun'], 'width:6px;height:12px;border-radius:3px 3px 1px 1px;line-height:0;font-size:0')}></td></tr></table></td></tr></table></td></tr></table>`;

function headOf(email: Email, look: Look): string {
  return `<table ${layout}><tr><td>${markIn(look)}</td><td ${look(['ink'], 'padding-left:12px;font-size:15px;font-weight:600;line-height:20px')}>${escapeHtml(senderOf(email))}</td></tr></table>`;
}

function factsInHtml({ facts }: Email, look: Look): string {
  if (facts.length === 0) return '';
  const rows = facts.map(
    ({ name, value }) =>
      `<tr><th scope="row" align="left" valign="top" ${look(['muted', 'line'], 'padding:9px 16px 9px 0;border-bottom:1px solid #dfe0f2;font-weight:400;width:38%')}>${escapeHtml(name)}</th><td valign="top" ${look(['ink', 'line'], 'padding:9px 0;border-bottom:1px solid #dfe0f2;overflow-wrap:anywhere')}>${escapeHtml(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px;font-size:15px;line-height:22px;border-collapse:collapse">${rows.join('')}</table>`;
}

function paragraphInHtml(
  one: Email['paragraphs'][number],
  look: Look,
  colour: Colour = 'ink',
): string {
  if (typeof one === 'string')
    return `<p ${look([colour], 'margin:0 0 16px;overflow-wrap:anywhere')}>${escapeHtml(one)}</p>`;
  const { href, label } = one;
  return `<table ${layout} style="margin:0 0 24px"><tr><td ${look(['brand'], 'border-radius:14px')}><a href="${escapeHtml(href)}" ${look(['on-brand'], 'display:inline-block;padding:13px 24px;font-weight:600;text-decoration:none')}>${escapeHtml(label)}</a></td></tr></table>`;
}

/** `brand`: by default the colour of the product. */
export function htmlOf(email: Email, brand?: EmailBrand): string {
  const palette = paletteOf(brand);
  const look = lookIn(palette);
  const [first = '', ...others] = email.paragraphs
    .slice(0, -1)
    .map((one) => paragraphInHtml(one, look));
  const [about = ''] = email.paragraphs.slice(-1).map((one) => paragraphInHtml(one, look, 'muted'));
  const title = escapeHtml(email.subject);
  const body = [
    headOf(email, look),
    `<h1 ${look(['ink'], 'margin:24px 0 16px;font-size:24px;line-height:30px;font-weight:700')}>${title}</h1>`,
    first,
    factsInHtml(email, look),
    ...others,
  ].join('');
  const font =
    "font-family:Onest,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:16px;line-height:24px";
  return `<!doctype html><html lang="${email.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${title}</title><style>${styleOf(palette)}</style></head><body ${look(['page'], `margin:0;padding:0;${font}`)}><table ${layout} width="100%" ${look(['page'], font)}><tr><td align="center" style="padding:24px 12px"><table ${layout} width="560" style="width:100%;max-width:560px;text-align:left"><tr><td ${look(['card', 'line'], 'padding:28px 24px 12px;border:1px solid #dfe0f2;border-radius:20px')}>${body}</td></tr><tr><td style="padding:16px 24px 0;font-size:13px;line-height:20px">${about}</td></tr></table></td></tr></table></body></html>`;
}

/** Characters that could begin a header, a second address or a display name. */
const forbidden = /[\s<>,;:"()[\]\\\p{Cc}]/u;

/** Returns whether the text is exactly one address. */
export function isAddress(text: string): boolean {
  const parts = text.split('@');
  return text.length <= 254 && parts.length === 2 && !parts.includes('') && !forbidden.test(text);
}
