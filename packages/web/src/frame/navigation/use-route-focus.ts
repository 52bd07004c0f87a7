// Moves focus to the heading when the page changes inside the application. On the first page, focus stays as the
// browser set it.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

export function useRouteFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.querySelector('h1')?.focus();
  }, [pathname]);
}
