// Diia and Google: whether they answer, accept our secrets, and whether the trusted authorities of Diia are valid.

import { SettingsError } from '../../config/settings.ts';
import { type Check, type CheckRun, type Found, found } from '../check.ts';

const settingsOfDiia = [
  'DIIA_HOST',
  'DIIA_ACQUIRER_TOKEN',
  'DIIA_AUTH_TOKEN',
  'DIIA_BRANCH_ID',
  'DIIA_OFFER_ID',
  'DIIA_CA_DIR',
];

type Authorities = { count: number; problems: Found[] };

async function readAuthorities({ config, now }: CheckRun, folder: string): Promise<Authorities> {
  const authorities = await import('../../sign-in/diia/signature/authorities.ts');
  try {
    const all = authorities.readAuthorities(folder, { production: config.mode === 'production' });
    const problems = all.flatMap((authority) => {
      const days = authorities.daysLeft(authority, now());
      const serial = authority.serialNumber;
      if (days < 0) return found('diia-authority-expired', { serial });
      return days < authorities.warnDays ? found('diia-authority-ends-soon', { serial, days }) : [];
    });
    return { count: all.length, problems };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const reason = error.issues.map((issue) => issue.reason).join('; ');
    return { count: 0, problems: [found('diia-authorities-unreadable', { reason })] };
  }
}

export const checkDiia: Check = {
  id: 'diia',
  needs: settingsOfDiia,
  async run(run) {
    const { diia } = run.config.methods;
    if (!diia) return [found('diia-off')];
    const { host } = new URL(diia.host);
    const [fault, { count, problems }] = await Promise.all([
      run.answers.diia(),
      readAuthorities(run, diia.caDir),
    ]);
    const all = [...(fault ? [found(`provider-${fault}`, { host })] : []), ...problems];
    return all.length > 0 ? all : [found('diia-fine', { host, count })];
  },
};

export const checkGoogle: Check = {
  id: 'google',
  needs: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_ISSUER'],
  async run({ config, answers }) {
    const { google } = config.methods;
    if (!google) return [found('google-off')];
    const { host } = new URL(google.issuer);
    const fault = await answers.google();
    return [fault ? found(`provider-${fault}`, { host }) : found('google-fine', { host })];
  },
};
