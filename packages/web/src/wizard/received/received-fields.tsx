// Explains each field of a ticket response, in the order of the response.
import type { TicketResponse } from '@brama/contract/api/ticket';
import { Card } from '@brama/ui/card.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';

type FieldName = Exclude<keyof TicketResponse, 'data'> | keyof TicketResponse['data'];

function namesOf({ data, ...rest }: TicketResponse): FieldName[] {
  return [...Object.keys(rest), ...Object.keys(data)] as FieldName[];
}

export function ReceivedFields({ answer }: { answer: TicketResponse }) {
  const { t } = useTranslation('received');
  return (
    <Card className="sm:p-6">
      <h2 className="mb-3 font-semibold text-lg leading-snug tracking-tight" id="fields">
        {t('fields.title')}
      </h2>
      <table aria-labelledby="fields" className="w-full text-start text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('fields.name')}</th>
            <th scope="col">{t('fields.meaning')}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {namesOf(answer).map((name) => (
            <tr key={name}>
              <th className="py-2 pe-4 text-start align-top font-medium" scope="row">
                <code className="font-mono text-xs">{name}</code>
              </th>
              <td className="py-2 align-top text-text-2">{t(`fields.of.${name}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
