// A turning arc that says work is going on. Silent: the words beside it speak.
import LoaderCircle from 'lucide-react/icons/loader-circle';

export function Spinner({ size = 20 }: { size?: number }) {
  return <LoaderCircle aria-hidden="true" className="spin" size={size} />;
}
