// The logo of the organisation, if it has set one, in a box of fixed size, so that the layout does not shift. It has
// a light plate in the dark theme, because logos are designed for paper.
import { useInstance } from '../../browser/instance.ts';

export function OrganisationLogo() {
  const { organisation, logo } = useInstance();
  if (logo === undefined) return null;
  return (
    <span className="ms-1 border-line border-s ps-3.5">
      <img
        alt={organisation}
        className="organisation-logo h-8 w-24 object-contain object-left"
        // lazy, because React would otherwise load it before the fonts
        loading="lazy"
        src={logo}
      />
    </span>
  );
}
