// The icons that every card repeats. The page contains each of them once, because cards are sent uncompressed.
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import Star from 'lucide-react/icons/star';

const icons = { star: Star, 'arrow-up-right': ArrowUpRight };
type CardIconId = keyof typeof icons;

const idOf = (icon: string) => `icon-${icon}`;

/** The icons themselves, not visible. */
export function CardIcons() {
  return (
    <svg aria-hidden="true" className="hidden">
      {Object.entries(icons).map(([icon, Icon]) => (
        <symbol id={idOf(icon)} key={icon}>
          <Icon fill="inherit" />
        </symbol>
      ))}
    </svg>
  );
}

type CardIconProps = { icon: CardIconId; size: number; isFilled?: boolean };

export function CardIcon({ icon, size, isFilled = false }: CardIconProps) {
  return (
    <svg
      aria-hidden="true"
      fill={isFilled ? 'currentColor' : 'none'}
      height={size}
      viewBox="0 0 24 24"
      width={size}
    >
      <use href={`#${idOf(icon)}`} />
    </svg>
  );
}
