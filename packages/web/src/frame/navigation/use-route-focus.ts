// After a change of page inside the application, focus goes to the new heading; the first page keeps
// the browser's own order.
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
