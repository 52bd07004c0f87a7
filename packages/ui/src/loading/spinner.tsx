// A spinner. It has no text of its own; the text next to it is announced.
import { LoaderCircle } from '../icons/loader-circle.ts';

export function Spinner({ size = 20 }: { size?: number }) {
  return <LoaderCircle aria-hidden="true" className="spin" size={size} />;
}
