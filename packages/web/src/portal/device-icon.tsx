// The picture of a device: a phone, a tablet or a computer. Without a known system it is that of an event without a device.

import Clock from 'lucide-react/icons/clock';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import Tablet from 'lucide-react/icons/tablet';

const icons = new Map([
  ['iPhone', Smartphone],
  ['Android', Smartphone],
  ['iPad', Tablet],
]);

/** `system` is the name that the server has stored (`labelOf`). */
export function DeviceIcon({ system }: { system: string | null }) {
  const Icon = system === null ? Clock : (icons.get(system) ?? Monitor);
  return <Icon aria-hidden="true" size={20} />;
}
