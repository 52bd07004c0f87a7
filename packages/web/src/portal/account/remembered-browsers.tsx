// Browsers in which the user is not asked for a second factor, each with a form that forgets it.

import { numbered } from '@brama/contract/pages/numbered';
import type { SecondFactorState } from '@brama/contract/second-factor/account';
import { setUpPaths } from '@brama/contract/second-factor/second-factor';
import { Button } from '@brama/ui/button.tsx';
import { SettingRow } from '@brama/ui/setting-row.tsx';
import { Trans } from '../../i18n/trans.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useValueText } from '../my-data/profile-value.ts';
import { PostForm } from '../without-script.tsx';

type Browsers = SecondFactorState['browsers'];

/** Equal names get a number, so that each name is unique. */
function useNames(browsers: Browsers): string[] {
  const { t } = useTranslation('profile');
  return numbered(
    browsers.map(({ browser, system }) =>
      browser !== null && system !== null
        ? t('sessions.on', { browser, system })
        : (browser ?? system ?? t('sessions.unknown')),
    ),
  );
}

export function RememberedBrowsers({ browsers }: { browsers: Browsers }) {
  const { t } = useTranslation('account');
  const names = useNames(browsers);
  return (
    <div className="mt-5">
      <h4 className="font-semibold">{t('two-step.browsers.title')}</h4>
      <p className="mt-1 text-text-2">{t('two-step.browsers.about')}</p>
      <ul className="divide-y divide-line">
        {browsers.map((browser, index) => (
          <Entry browser={browser} key={browser.id} name={names[index] ?? ''} />
        ))}
      </ul>
    </div>
  );
}

function Entry({
  browser: { id, since, until },
  name,
}: {
  browser: Browsers[number];
  name: string;
}) {
  const { t } = useTranslation('account');
  const text = useValueText();
  return (
    <li>
      <SettingRow
        action={
          <PostForm action={setUpPaths.forgetBrowser} field={['browser', id]}>
            <Button
              aria-label={t('two-step.browsers.forget', { name })}
              look="secondary"
              type="submit"
            >
              {t('two-step.browsers.forget-short')}
            </Button>
          </PostForm>
        }
        title={name}
      >
        <p className="text-sm text-text-2">
          <Trans
            components={{ since: <time dateTime={since} />, until: <time dateTime={until} /> }}
            text={t('two-step.browsers.times')}
            values={{ from: text(since), to: text(until) }}
          />
        </p>
      </SettingRow>
    </li>
  );
}
