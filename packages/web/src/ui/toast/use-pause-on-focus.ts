// Pauses toasts while keyboard focus is inside them. sonner pauses only under the pointer, so this hook dispatches
// pointer events to its list.
import { type RefObject, useEffect } from 'react';

const listSelector = '[data-sonner-toaster]';

/** A clicked toast has focus, but not keyboard focus, and does not pause. */
function pause(focused: Element | null): void {
  if (!focused?.matches(':focus-visible')) return;
  const list = focused.closest(listSelector);
  list?.dispatchEvent(new MouseEvent('mousemove', { bubbles: true }));
}

function resume(left: Element): void {
  const list = left.closest(listSelector);
  if (list?.matches(':hover')) return;
  list?.dispatchEvent(new MouseEvent('mouseout', { bubbles: true, relatedTarget: document.body }));
}

export function usePauseOnFocus(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const onFocusIn = ({ target }: FocusEvent) => pause(target as Element);
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      const stays = relatedTarget instanceof Node && element.contains(relatedTarget);
      if (!stays) resume(target as Element);
    };
    // the pointer left, or only one toast remains: sonner resumes although focus is still here
    const onExpandedChange = () => {
      if (element.contains(document.activeElement)) pause(document.activeElement);
    };
    const observer = new MutationObserver(onExpandedChange);
    observer.observe(element, { subtree: true, attributeFilter: ['data-expanded'] });
    element.addEventListener('focusin', onFocusIn);
    element.addEventListener('focusout', onFocusOut);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', onFocusIn);
      element.removeEventListener('focusout', onFocusOut);
    };
  }, [region]);
}
