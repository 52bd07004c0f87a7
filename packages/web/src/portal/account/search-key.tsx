// The choice whether the key / leads to the search on the applications page. It needs scripts, as the key does.
import { Button } from '@brama/ui/button.tsx';
import { SettingRow } from '@brama/ui/setting-row.tsx';
import Keyboard from 'lucide-react/icons/keyboard';
import { useEffect, useState } from 'react';
import { isSearchKeyOn, turnSearchKey } from '../../browser/storage/search-key.ts';
import { Trans } from '../../i18n/trans.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';

export function SearchKey() {
  const { t } = useTranslation('account');
  const [isOn, setOn] = useState(true);
  // after hydration, because the server does not know the choice
  useEffect(() => setOn(isSearchKeyOn()), []);
  const state = isOn ? 'on' : 'off';
  const turn = () => {
    turnSearchKey(!isOn);
    setOn(isSearchKeyOn());
  };
  return (
    <div className="with-script mt-4 border-line border-t print:hidden">
      <SettingRow
        action={
          <Button
            className="with-script"
            aria-label={t(`search-key.turn.${state}`)}
            look="secondary"
            onClick={turn}
          >
            {t(`search-key.turn-short.${state}`)}
          </Button>
        }
        icon={<Keyboard aria-hidden="true" size={20} />}
        level={3}
        title={t('search-key.title')}
      >
        <p className="text-sm text-text-2" role="status">
          <Trans
            components={{ key: <kbd className="font-mono text-ink" /> }}
            text={t(`search-key.${state}`)}
          />
        </p>
      </SettingRow>
    </div>
  );
}
