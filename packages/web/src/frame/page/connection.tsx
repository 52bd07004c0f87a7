// Announces that the connection is lost, and for four seconds that it is back. The live region always exists, so that
// screen readers announce its text.
import WifiOff from 'lucide-react/icons/wifi-off';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';

const backMs = 4_000;

function onConnectionChange(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

function useOnline(): boolean {
  return useSyncExternalStore(
    onConnectionChange,
    () => navigator.onLine,
    () => true,
  );
}

/** Returns true for four seconds after the connection is restored. */
function useJustBack(online: boolean): boolean {
  const [wasAway, setWasAway] = useState(false);
  useEffect(() => {
    if (!online) {
      setWasAway(true);
      return;
    }
    const timer = setTimeout(() => setWasAway(false), backMs);
    return () => clearTimeout(timer);
  }, [online]);
  return online && wasAway;
}

export function Connection() {
  const { t } = useTranslation('common');
  const online = useOnline();
  const justBack = useJustBack(online);
  return (
    <div className="text-center text-sm print:hidden" role="status">
      {online ? null : (
        <p className="flex items-center justify-center gap-2.5 bg-warning-tint px-4 py-2.5 text-warning-ink">
          <WifiOff aria-hidden="true" className="shrink-0" size={18} />
          {t('states.offline')}
        </p>
      )}
      {justBack ? (
        <p className="bg-success-tint px-4 py-2.5 text-success-ink">{t('states.online')}</p>
      ) : null}
    </div>
  );
}
