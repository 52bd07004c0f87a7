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

/** A form with `method="get"` leads to an address, without the fields that are empty. */
function followForm(event: SubmitEvent): void {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'get') return;
  const to = new URL(form.action);
  if (!isWithin(to)) return;
  event.preventDefault();
  const values = [...new FormData(form, event.submitter)].flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  const query = new URLSearchParams(values);
  goTo(to.pathname + (query.size > 0 ? `?${query}` : ''));
}

/** Moves the focus to the title of a new page, so that screen readers announce it. */
function followPage(router: AnyRouter): void {
  let path = location.pathname;
  router.subscribe('onRendered', () => {
    if (location.pathname === path) return;
    path = location.pathname;
    const isStart = location.pathname === basePath;
    // the start page begins with the search
    if (location.hash === '' && !isStart)
      document.getElementById('heading')?.focus({ preventScroll: true });
  });
}

export function startNavigation(router: AnyRouter): void {
  document.addEventListener('click', followLink);
  document.addEventListener('submit', followForm);
  followPage(router);
}
