// Whether DNS knows the names that users and this server need.

import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type Check, codeOf, type Found, found } from '../check.ts';

async function ofName({ setting, host }: { setting: string; host: string }): Promise<Found[]> {
  if (isIP(host) !== 0) return [];
  try {
    await lookup(host);
    return [];
  } catch (error) {
    return [found('name-unknown', { host, setting, code: codeOf(error) })];
  }
}

export const checkNames: Check = {
  id: 'names',
  needs: [],
  async run({ config, settings }) {
    const { hostname } = new URL(config.baseUrl);
    const names = [
      { setting: 'BASE_URL', host: hostname.replace(/^\[|\]$/g, '') },
      { setting: 'SMTP_URL', host: config.mail?.smtp?.host },
    ];
    const all = await Promise.all(
      names.map(({ setting, host }) =>
        host !== undefined && settings.isValid(setting) ? ofName({ setting, host }) : [],
      ),
    );
    const unknown = all.flat();
    return unknown.length > 0 ? unknown : [found('names-fine')];
  },
};
