// The email to the owners of a source about an import that needs a person. Their addresses are a setting of the source, and may belong to
// no user.

import type { ImportFailure, StopCode } from '@brama/contract/admin/imports/codes';
import { explainFailure } from '@brama/contract/admin/imports/failure-words';
import { consolePath } from '@brama/contract/admin/paths';
import { type Language, languages } from '@brama/contract/paths';
import { requesterFor } from '../../jobs/fair-queue.ts';
import type { Email, EmailFact } from '../../mail/email.ts';
import { createEmailComposer } from './compose-email.ts';
import type { NoticeDeps } from './send-notices.ts';

const counted = ['created', 'changed', 'left', 'rejected', 'waiting'] as const;

export type ImportNotice = {
  importId: string;
  title: Record<Language, string>;
  fileName: string | null;
  startedAt: number;
  counts: Record<(typeof counted)[number], number>;
} & (
  | {
      state: 'waiting';
      stops: readonly {
        code: StopCode;
        count?: number | undefined;
        limit?: number | undefined;
      }[];
    }
  | { state: 'failed'; error: ImportFailure }
  | { state: 'done' }
);

/** Sends the email to these addresses later. Never throws. */
export type SendImportNotice = (addresses: readonly string[], notice: ImportNotice) => void;

/** Undefined where email is off. */
export function createSendImportNotice(deps: NoticeDeps): SendImportNotice | undefined {
  const { site, baseUrl, mail, users, events } = deps;
  const { time } = createEmailComposer(deps);

  function reasonsIn(language: Language, notice: ImportNotice): string[] {
    const t = site.translate(language);
    if (notice.state === 'failed') return [explainFailure(notice.error, language)];
    if (notice.state === 'done') return [];
    return notice.stops.map(({ code, count = 0, limit = 0 }) =>
      t(`mail:import.stops.${code}`, { number: `${count}`, limit: `${limit}` }),
    );
  }

  function emailTo(to: string, language: Language, notice: ImportNotice): Email {
    const t = site.translate(language);
    const { organisation } = site.instance[language];
    const { importId, title, fileName, startedAt, counts, state } = notice;
    const source = title[language];
    const fact = (name: string, value: string): EmailFact => ({
      name: t(`mail:facts.${name}`),
      value,
    });
    return {
      language,
      to,
      subject: t(`mail:import.${state}.subject`, { source }),
      brand: t('common:brand'),
      organisation,
      paragraphs: [
        t(`mail:import.${state}.text`),
        ...reasonsIn(language, notice),
        {
          label: t('mail:import.link'),
          href: `${baseUrl}/${language}/${consolePath}/imports/${importId}`,
        },
        t('mail:import.why'),
        t('mail:import.about', { organisation, host: new URL(baseUrl).host }),
      ],
      facts: [
        fact('source', source),
        ...(fileName === null ? [] : [fact('file', fileName)]),
        time(language, 'when', startedAt),
        ...counted.map((name) => fact(name, `${counts[name]}`)),
      ],
    };
  }

  /** Returns the language of the user with this address, if there is one. */
  async function languageOf(address: string): Promise<Language> {
    const [match] = await users.findByEmail(address, 'google');
    return (match && (await events.languageOf(match.user.id))) ?? languages[0];
  }

  if (!mail) return undefined;
  const { mailer, jobQueue } = mail;
  return (addresses, notice) => {
    for (const address of addresses)
      jobQueue.add('notice', requesterFor(address), async () => {
        await mailer.send(emailTo(address, await languageOf(address), notice));
      });
  };
}
