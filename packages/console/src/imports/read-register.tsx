// Starts an import of the state register. A server reads it; the page of the import shows how far it is.
import type { ButtonLook } from '@brama/ui/button.tsx';
import { admin, dataOf } from '../api/client.ts';
import { wordsOf } from '../i18n/words.ts';
import { goTo } from '../navigation.ts';
import { ActButton } from '../ui/act-button.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { importsKey, sourcesKey } from './queries.ts';

/** Starts the import and opens its page. */
export async function readRegister(
  name: string,
  body: { isDryRun: boolean; isFull: boolean },
): Promise<void> {
  const { id } = await dataOf(
    admin.POST('/api/admin/sources/{name}/read', { params: { path: { name } }, body }),
  );
  goTo(hrefOf(`/imports/${id}`));
}

/** Compares the source with the register, and changes nothing. */
export function CompareRegisterButton({
  source,
  look = 'primary',
}: {
  source: string;
  look?: ButtonLook;
}) {
  const t = wordsOf('imports');
  return (
    <ActButton
      act={() => readRegister(source, { isDryRun: true, isFull: false })}
      changes={[importsKey, sourcesKey]}
      done={t('repeat.started')}
      look={look}
    >
      {t('source.compare-register')}
    </ActButton>
  );
}
