// The picture of the Diia method: a phone with our gate on its screen, because the official logo belongs to the
// state. An official logo that the operator configures replaces it.
import { useInstance } from '../../browser/instance.ts';

export function DiiaMark() {
  const { diiaLogo } = useInstance();
  return (
    <span className="grid size-6 shrink-0 place-items-center">
      {diiaLogo === undefined ? (
        <OwnMark />
      ) : (
        <img
          alt=""
          // on white in both themes, because logos are designed for white
          className="size-6 rounded-sm bg-[#fff] object-contain"
          data-plate=""
          // lazy, because React would otherwise load it before the fonts
          loading="lazy"
          src={diiaLogo}
        />
      )}
    </span>
  );
}

function OwnMark() {
  return (
    <svg aria-hidden="true" height="24" viewBox="0 0 24 24" width="24">
      <rect
        className="fill-none stroke-brand"
        height="20"
        rx="3.5"
        strokeWidth="2"
        width="14"
        x="5"
        y="2"
      />
      <path className="fill-brand" d="M8 21v-8.5a4 4 0 0 1 8 0V21z" />
      <path className="fill-sun" d="M10.6 21v-7.6a1.4 1.4 0 0 1 2.8 0V21z" />
    </svg>
  );
}
