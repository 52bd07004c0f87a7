// Renders pages that a user sees between an application and the end of a sign-in: consent, device codes, sign-out,
// errors.

import type { InteractionPage } from '@brama/contract/pages/page-ids';
import type { PageProps } from '@brama/contract/pages/page-props';
import { type Language, paths } from '@brama/contract/paths';
import type { Notices } from '../pages/notices.ts';
import type { Site } from '../pages/web-build.ts';

/**
 * The props of a page. `contact` is an email or https address of the application; null stands for the contact of the
 * university.
 */
export type InteractionParts<Page extends InteractionPage> = PageProps[Page] extends {
  contact: unknown;
}
  ? Omit<PageProps[Page], 'contact'> & { contact: string | null }
  : PageProps[Page];

/** Renders a page that has its own address, to which the language switch leads. */
export type InteractionPages = <Page extends InteractionPage>(
  language: Language,
  page: Page,
  parts: InteractionParts<Page>,
  /** Leads back to the page, below a language. */
  address: { path: string; query?: string },
) => string;

/**
 * Renders a page without its own address. The link of the language switch contains the content of the page, encrypted.
 */
export type PageNotices = <Page extends InteractionPage>(
  language: Language,
  page: Page,
  partsIn: (language: Language) => InteractionParts<Page>,
) => string;

/** Returns the page of a suspended authorization request that is over: its button starts again at the application. */
export function requestOverPage(notices: PageNotices, language: Language, appId: string) {
  const href = `${paths.appRedirect}?${new URLSearchParams({ appId })}`;
  return notices(language, 'request-over', () => ({ href }));
}

/** Returns the contact of an application as a link; without one, that of the instance. */
export function contactOf(
  contact: string | null,
  site: Pick<Site, 'instance'>,
  language: Language,
) {
  if (!contact) return site.instance[language].contact;
  const isAddress = URL.parse(contact)?.protocol === 'https:';
  return { href: isAddress ? contact : `mailto:${contact}`, text: contact };
}

function propsOf<Page extends InteractionPage>(
  site: Site,
  language: Language,
  parts: InteractionParts<Page>,
): PageProps[Page] {
  if (!('contact' in parts)) return parts as PageProps[Page];
  const contact = contactOf(parts.contact as string | null, site, language);
  return { ...parts, contact } as unknown as PageProps[Page];
}

export function createInteractionPages(site: Site): InteractionPages {
  return (language, page, parts, { path, query = '' }) =>
    site.renderPage(page, language, propsOf(site, language, parts), { path, query, carried: '' });
}

export function createPageNotices(site: Site, notices: Notices): PageNotices {
  return (language, page, partsIn) =>
    notices.page(language, page, (one) => propsOf(site, one, partsIn(one)));
}
