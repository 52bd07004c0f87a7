// Provides every page with its texts, the list of existing screens, the instance, the props from the server and the
// address.

import type { PageAddress } from '@brama/contract/pages/renderer';
import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { CurrentInstance } from '../browser/instance.ts';
import { CurrentAddress } from '../browser/page-address.ts';
import type { PageData } from '../browser/page-data.ts';
import { CurrentProps } from '../browser/page-props.ts';
import { ScreenPaths } from '../frame/navigation/screen-paths.ts';

type ProvidersProps = {
  i18n: i18n;
  data: Pick<PageData, 'facts' | 'instance' | 'props'>;
  address: PageAddress;
  children: ReactNode;
};

export function Providers({ i18n, data, address, children }: ProvidersProps) {
  return (
    <I18nextProvider i18n={i18n}>
      <ScreenPaths value={data.facts.screens}>
        <CurrentInstance value={data.instance}>
          <CurrentProps value={{ page: data.facts.page || 'sign-in', props: data.props }}>
            <CurrentAddress value={address}>{children}</CurrentAddress>
          </CurrentProps>
        </CurrentInstance>
      </ScreenPaths>
    </I18nextProvider>
  );
}
