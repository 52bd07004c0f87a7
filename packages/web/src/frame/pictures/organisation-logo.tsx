// The logo of the organisation that runs this instance, where it has set one; in a box of fixed size, so
// that nothing moves when it comes. On a plate of its own in the
// dark theme: logos are made for paper.
import { useInstance } from '../../browser/instance.ts';

export function OrganisationLogo() {
  const { organisation, logo } = useInstance();
  return (
    <span
      className="ms-1 border-line border-s ps-3.5"
      // always in the tree: a prerendered page cannot know
      data-shown={logo.shown}
    >
      <img
        alt={organisation}
        className="organisation-logo h-8 w-24 object-contain object-left"
        // lazy, or React asks for it before the fonts
        loading="lazy"
        src={logo.href}
      />
    </span>
  );
}
