// An application without sign-in of its own: the browser is simply sent there.

import { z } from 'zod';
import { applicationAddress } from '../addresses.ts';
import { faultsOf } from '../manifest-faults.ts';
import type { Protocol } from '../protocol.ts';

const manifestForm = z.strictObject({ type: z.literal('link'), url: applicationAddress });
const stored = z.object({ url: z.string() });

export function createLinkProtocol(): Protocol {
  return {
    type: 'link',
    settingsFrom(manifest) {
      const parsed = manifestForm.safeParse(manifest);
      return parsed.success
        ? { settings: { url: parsed.data.url } }
        : { faults: faultsOf(parsed.error) };
    },
    async open({ application }) {
      return stored.parse(application.protocol.settings).url;
    },
  };
}
