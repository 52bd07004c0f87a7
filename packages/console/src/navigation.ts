// Navigation within the console. Pages use plain links: a click on one that stays in the console changes the page without loading it.
import { type AnyRouter, createBrowserHistory } from '@tanstack/react-router';
import { basePath } from './page-data.ts';

export const history = createBrowserHistory();

/** Goes to an address of the console, as a link does. */
export function goTo(href: string): void {
  history.push(href);
}

const isWithin = ({ origin, pathname }: URL) =>
  origin === location.origin && (pathname === basePath || pathname.startsWith(`${basePath}/`));

function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target !== '' || link.hasAttribute('download')) return;
  const to = new URL(link.href);
  const isPlace =
    to.hash !== '' && to.pathname === location.pathname && to.search === location.search;
  if (!isWithin(to) || isPlace) return;
  event.preventDefault();
  goTo(to.pathname + to.search + to.hash);
}

/** A form without `method` or with `method="get"` leads to an address, without the fields that are empty. */
function followForm(event: SubmitEvent): void {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
  // a field named `method` hides the property
  if ((form.getAttribute('method') ?? 'get') !== 'get') return;
  const to = new URL(form.action);
  if (!isWithin(to)) return;
  event.preventDefault();
  const values = [...new FormData(form, event.submitter)].flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  const query = new URLSearchParams(values);
  goTo(to.pathname + (query.size > 0 ? `?${query}` : ''));
}

/** The page is new and its title has no focus yet, because it has not been shown or the user has not acted since. */
let isNewPage = false;

/** Moves the focus to the title of a new page, so that screen readers announce it. Pages call it once they have a title. */
export function focusNewPage(): void {
  const heading = isNewPage ? document.getElementById('heading') : null;
  if (!heading) return;
  isNewPage = false;
  heading.focus({ preventScroll: true });
}

function followPage(router: AnyRouter): void {
  router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation, toLocation }) => {
    // the start page begins with the search, and a place in the page has its own focus
    const isStart = toLocation.pathname === '/';
    isNewPage = pathChanged && fromLocation !== undefined && !isStart && toLocation.hash === '';
  });
  const settle = () => {
    isNewPage = false;
  };
  document.addEventListener('keydown', settle, { capture: true });
  document.addEventListener('pointerdown', settle, { capture: true });
}

export function startNavigation(router: AnyRouter): void {
  document.addEventListener('click', followLink);
  document.addEventListener('submit', followForm);
  followPage(router);
}
