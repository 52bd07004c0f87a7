// A section that is shown, or edited in a form. The focus follows: into the form, and afterwards back to the button that has opened it.
import { useEffect, useRef, useState } from 'react';

export function useEditing(sectionId: string) {
  const [isEditing, setEditing] = useState(false);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (isEditing === wasEditing.current) return;
    wasEditing.current = isEditing;
    const wanted = isEditing ? 'form :is(input, select, textarea):enabled' : 'button';
    document.getElementById(sectionId)?.querySelector<HTMLElement>(wanted)?.focus();
  }, [isEditing, sectionId]);
  return { isEditing, start: () => setEditing(true), end: () => setEditing(false) };
}
