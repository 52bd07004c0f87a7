// An application without sign-in of its own: the browser is simply sent there.

import { z } from 'zod';
import { faultsOf } from '../manifest/issues.ts';
import type { Protocol, SettingsFrom } from '../protocol.ts';
import { applicationAddress } from '../redirect-addresses.ts';

const manifestForm = z.strictObject({ type: z.literal('link'), url: applicationAddress });
const stored = z.object({ url: z.string() });

export const linkSettingsFrom: SettingsFrom = (manifest) => {
  const parsed = manifestForm.safeParse(manifest);
  return parsed.success
    ? { settings: { url: new URL(parsed.data.url).href } }
    : { faults: faultsOf(parsed.error) };
};

export function createLinkProtocol(): Protocol {
  return {
    type: 'link',
    async open({ application }) {
      // as a header holds it: names and paths of other scripts are encoded
      return new URL(stored.parse(application.protocol.settings).url).href;
    },
  };
}
