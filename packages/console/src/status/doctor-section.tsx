// Checks the installation when the caller asks for it: what is wrong with its remedy, and below it what is fine. The server has the words.
import { Alert } from '@brama/ui/alert.tsx';
import { useAnnounce } from '@brama/ui/announcements.tsx';
import { Button } from '@brama/ui/button.tsx';
import { StatusChip } from '@brama/ui/status-chip.tsx';
import { useMutation } from '@tanstack/react-query';
import { admin, dataOf } from '../api/client.ts';
import { wordsOf } from '../i18n/words.ts';
import { Section } from '../ui/page.tsx';
import { ProblemText } from '../ui/problem-text.tsx';

const runChecks = () => dataOf(admin.GET('/api/admin/doctor'));
type Finding = Awaited<ReturnType<typeof runChecks>>['items'][number];

const sendTestEmail = () => dataOf(admin.POST('/api/admin/doctor/email', { body: {} }));

const chips = { fine: 'on', warning: 'warning', error: 'error' } as const;
const order: readonly Finding['level'][] = ['error', 'warning'];

export function DoctorSection() {
  const t = wordsOf('status');
  const announce = useAnnounce();
  const checks = useMutation({
    mutationFn: runChecks,
    onSuccess: ({ items }) => announce(summaryOf(items)),
  });
  return (
    <Section id="doctor" lead={t('doctor.about')} title={t('doctor.title')}>
      <div className="flex flex-col items-start gap-4">
        <Button
          look="secondary"
          onClick={() => checks.mutate()}
          pending={checks.isPending}
          type="button"
        >
          {t('doctor.run')}
        </Button>
        {checks.error ? <ProblemText error={checks.error} title={t('doctor.problem')} /> : null}
        {checks.data ? <Findings findings={checks.data.items} /> : null}
        <TestEmail />
      </div>
    </Section>
  );
}

function summaryOf(findings: readonly Finding[]): string {
  const t = wordsOf('status');
  const count = (level: Finding['level']) => findings.filter((one) => one.level === level).length;
  const [errors, warnings] = [count('error'), count('warning')];
  return errors + warnings === 0
    ? t('doctor.all-fine')
    : t('doctor.summary', { errors: `${errors}`, warnings: `${warnings}` });
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  const t = wordsOf('status');
  const fine = findings.filter(({ level }) => level === 'fine');
  const wrong = order.flatMap((level) => findings.filter((one) => one.level === level));
  return (
    <div className="flex w-full flex-col gap-4">
      <p className="font-medium">{summaryOf(findings)}</p>
      {wrong.length === 0 ? null : <FindingList findings={wrong} />}
      {fine.length === 0 ? null : (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5 font-medium">
            {t('doctor.fine', { count: `${fine.length}` })}
          </summary>
          <FindingList findings={fine} />
        </details>
      )}
    </div>
  );
}

function FindingList({ findings }: { findings: readonly Finding[] }) {
  const t = wordsOf('status');
  return (
    <ul className="divide-y divide-line border-line border-y">
      {findings.map(({ check, id, level, text, remedy }) => (
        <li
          className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[12rem_minmax(0,1fr)]"
          key={`${check} ${id} ${text}`}
        >
          <div className="flex flex-wrap items-center gap-2 self-start sm:flex-col sm:items-start">
            <span className="font-medium">{t(`doctor.checks.${check}`)}</span>
            <StatusChip kind={chips[level]}>{t(`doctor.levels.${level}`)}</StatusChip>
          </div>
          <div className="wrap-anywhere max-w-prose">
            <p>{text}</p>
            {remedy === null ? null : <p className="mt-1 text-text-2">{remedy}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}

function TestEmail() {
  const t = wordsOf('status');
  const announce = useAnnounce();
  const sending = useMutation({
    mutationFn: sendTestEmail,
    onSuccess: ({ text }) => announce(text),
  });
  const { data } = sending;
  return (
    <div className="flex w-full flex-col items-start gap-3">
      <Button
        look="secondary"
        onClick={() => sending.mutate()}
        pending={sending.isPending}
        type="button"
      >
        {t('doctor.email')}
      </Button>
      {data ? (
        <Alert kind={data.level === 'fine' ? 'success' : 'error'} title={data.text}>
          {data.remedy === null ? null : <p>{data.remedy}</p>}
        </Alert>
      ) : null}
      {sending.error ? <ProblemText error={sending.error} title={t('doctor.problem')} /> : null}
    </div>
  );
}
