// Returns which section of the page the user reads: the last one whose start has passed the upper third of the window.
import { useEffect, useState } from 'react';

/** `ids` are the ids of the headings, in their order. */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0]);
  const key = ids.join(' ');
  useEffect(() => {
    const headings = key.split(' ').map((id) => document.getElementById(id));
    const find = () => {
      const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      const line = innerHeight / 3;
      const read = headings.findLast((one) => one && one.getBoundingClientRect().top < line);
      // a short last section never reaches the line
      const last = isAtEnd && scrollY > 0 ? headings.at(-1) : undefined;
      setCurrent((last ?? read ?? headings[0])?.id);
    };
    find();
    addEventListener('scroll', find, { passive: true });
    addEventListener('resize', find);
    return () => {
      removeEventListener('scroll', find);
      removeEventListener('resize', find);
    };
  }, [key]);
  return current;
}
