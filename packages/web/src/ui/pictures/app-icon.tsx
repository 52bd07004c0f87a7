// The icon of an application on an arch: one of the list, a picture of its own, or the first letter of the title. Its
// styles are a class, because a page with many cards repeats them.
import type { ApplicationResponse } from '@brama/contract/api/user';

type AppIconProps = {
  application: Pick<ApplicationResponse, 'icon' | 'title'>;
  /** Number of its colour; null for a picture of its own, which is drawn for white. */
  plate: number | null;
};

export function AppIcon({ application: { icon, title }, plate }: AppIconProps) {
  const [letter = ''] = title.trim().toLocaleUpperCase('uk');
  const side = plate === null ? 36 : 26;
  return (
    <span aria-hidden="true" className="plate" data-plate={plate ?? ''}>
      {icon === undefined ? (
        letter
      ) : (
        <img alt="" height={side} loading="lazy" src={icon} width={side} />
      )}
    </span>
  );
}
