// A section that is shown, or edited in a form. The focus follows: into the form, and afterwards back to the button that has opened it.
import { useEffect, useRef, useState } from 'react';

/** Moves the focus into the form of a section when it opens, and to a button of the section when it closes. */
export function useSectionFocus(sectionId: string, isEditing: boolean): void {
  const wasEditing = useRef(false);
  useEffect(() => {
    if (isEditing === wasEditing.current) return;
    wasEditing.current = isEditing;
    const wanted = isEditing ? 'form :is(input, select, textarea):enabled' : 'button';
    document.getElementById(sectionId)?.querySelector<HTMLElement>(wanted)?.focus();
  }, [isEditing, sectionId]);
}

export function useEditing(sectionId: string) {
  const [isEditing, setEditing] = useState(false);
  useSectionFocus(sectionId, isEditing);
  return { isEditing, start: () => setEditing(true), end: () => setEditing(false) };
}
