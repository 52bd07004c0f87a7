// Provides every page with its texts, the list of existing screens, the instance, the props from the server and the
// address.

import type { PageAddress } from '@brama/contract/pages/renderer';
import type { Texts } from '@brama/contract/pages/words';
import type { ReactNode } from 'react';
import { CurrentInstance } from '../browser/instance.ts';
import { CurrentAddress } from '../browser/page-address.ts';
import type { PageData } from '../browser/page-data.ts';
import { CurrentProps } from '../browser/page-props.ts';
import { ScreenPaths } from '../frame/navigation/screen-paths.ts';
import { CurrentTexts } from '../i18n/use-translation.ts';

type ProvidersProps = {
  texts: Texts;
  data: Pick<PageData, 'facts' | 'instance' | 'props'>;
  address: PageAddress;
  children: ReactNode;
};

export function Providers({ texts, data, address, children }: ProvidersProps) {
  return (
    <CurrentTexts value={texts}>
      <ScreenPaths value={data.facts.screens}>
        <CurrentInstance value={data.instance}>
          <CurrentProps value={{ page: data.facts.page || 'sign-in', props: data.props }}>
            <CurrentAddress value={address}>{children}</CurrentAddress>
          </CurrentProps>
        </CurrentInstance>
      </ScreenPaths>
    </CurrentTexts>
  );
}
