// Says whether a sign-in method is set up.
import { StatusChip } from '@brama/ui/status-chip.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';

export function SetUpChip({ isSet }: { isSet: boolean }) {
  const { t } = useTranslation('account');
  return (
    <StatusChip kind={isSet ? 'on' : 'off'}>{t(isSet ? 'state.set' : 'state.none')}</StatusChip>
  );
}
