// The window of “My data”. Its content loads after the page, so that applications can be used sooner.

import { Dialog } from '@brama/ui/dialog.tsx';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Loading, NotLoaded } from './section-states.tsx';

/** The content loads after this time, if the user does not open the window before. */
const loadAfterMs = 1_000;

type MyDataDialogProps = {
  open: boolean;
  onClose: () => void;
};

type Loaded = { Content?: ComponentType; error?: unknown };

function useContent(open: boolean): Loaded & { load: () => void } {
  const [loaded, setLoaded] = useState<Loaded>({});
  const load = useCallback(() => {
    setLoaded(({ Content }) => (Content ? { Content } : {}));
    import('./my-data.tsx').then(
      ({ MyData }) => setLoaded({ Content: MyData }),
      (error: unknown) => setLoaded({ error }),
    );
  }, []);
  useEffect(() => {
    const timer = setTimeout(load, open ? 0 : loadAfterMs);
    return () => clearTimeout(timer);
  }, [open, load]);
  return { ...loaded, load };
}

export function MyDataDialog({ open, onClose }: MyDataDialogProps) {
  const { t } = useTranslation(['profile', 'common']);
  const { Content, error, load } = useContent(open);
  return (
    <Dialog
      closeLabel={t('common:actions.close')}
      onClose={onClose}
      open={open}
      title={t('profile:title')}
    >
      {Content ? <Content /> : null}
      {Content || error ? null : <Loading />}
      {error ? (
        <NotLoaded error={error} onRetry={load} title={t('common:not-loaded.title')} />
      ) : null}
    </Dialog>
  );
}
