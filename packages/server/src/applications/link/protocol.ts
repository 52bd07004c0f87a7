// The link protocol: an application without sign-in. The server only redirects the browser.

import { z } from 'zod';
import { issuesFrom } from '../manifest/issues.ts';
import type { Protocol, SettingsParser } from '../protocol.ts';
import { applicationUrl } from '../validate-url.ts';

const manifestForm = z.strictObject({ type: z.literal('link'), url: applicationUrl });
const stored = z.object({ url: z.string() });

export const parseLinkSettings: SettingsParser = (manifest) => {
  const parsed = manifestForm.safeParse(manifest);
  return parsed.success
    ? { settings: { url: new URL(parsed.data.url).href } }
    : { issues: issuesFrom(parsed.error) };
};

export function createLinkProtocol(): Protocol {
  return {
    type: 'link',
    async launch({ application }) {
      // `href` encodes non-ASCII hosts and paths for the header
      return new URL(stored.parse(application.protocol.settings).url).href;
    },
  };
}
