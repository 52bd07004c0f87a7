// One live region for all short confirmations of a screen (“Copied”), however many buttons use it.
import { createContext, type ReactNode, use } from 'react';
import { useTemporary } from './hooks/use-temporary.ts';

const Announce = createContext<(text: string) => void>(() => undefined);

/** Returns a function that announces a text. */
export function useAnnounce(): (text: string) => void {
  return use(Announce);
}

export function Announcements({ children }: { children: ReactNode }) {
  const [said, say] = useTemporary<{ text: string; at: number }>();
  return (
    <Announce value={(text) => say({ text, at: performance.now() })}>
      {children}
      <p className="sr-only" role="status">
        {/* the same text again is a new element, and is read out again */}
        {said && <span key={said.at}>{said.text}</span>}
      </p>
    </Announce>
  );
}
