// The icon of an application: an arch with the icon of the manifest, or with a picture for the two applications known by
// name. Others get the first letter of the title.
import type { ApplicationResponse } from '@brama/contract/api/user';
import BookOpen from 'lucide-react/icons/book-open';
import GraduationCap from 'lucide-react/icons/graduation-cap';

const pictures = new Map([
  ['campus', GraduationCap],
  ['my-kpi', BookOpen],
]);

const colours = [
  'bg-plate-0',
  'bg-plate-1',
  'bg-plate-2',
  'bg-plate-3',
  'bg-plate-4',
  'bg-plate-5',
  'bg-plate-6',
  'bg-plate-7',
];

type AppIconProps = {
  application: Pick<ApplicationResponse, 'icon' | 'name' | 'title'>;
  /** Number of its colour; null for an icon of a manifest, which is drawn for white. */
  plate: number | null;
};

export function AppIcon({ application: { icon, name, title }, plate }: AppIconProps) {
  const colour = plate === null ? 'border border-line bg-plate-ink pt-0!' : colours[plate];
  const Picture = pictures.get(name);
  const [letter = ''] = title.trim().toLocaleUpperCase('uk');
  return (
    <span
      aria-hidden="true"
      className={`grid h-15 w-13 shrink-0 place-items-center overflow-hidden rounded-t-[26px] rounded-b-[12px] pt-1.5 font-semibold text-plate-ink text-xl leading-none ${colour}`}
      data-plate=""
    >
      {icon ? (
        <img
          alt=""
          className="size-9 object-contain"
          decoding="async"
          height={36}
          loading="lazy"
          src={icon}
          width={36}
        />
      ) : Picture ? (
        <Picture size={26} />
      ) : (
        letter
      )}
    </span>
  );
}
