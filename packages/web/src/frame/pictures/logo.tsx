// The mark: a gate whose doorway holds a person, a keyhole and the letter «і».
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg aria-hidden="true" height={size} viewBox="0 0 32 32" width={size}>
      <path
        className="fill-brand"
        d="M16 2C8.82 2 3 7.82 3 15v11.5A3.5 3.5 0 0 0 6.5 30H11V17.5a5 5 0 0 1 10 0V30h4.5a3.5 3.5 0 0 0 3.5-3.5V15C29 7.82 23.18 2 16 2Z"
      />
      <circle className="fill-sun" cx="16" cy="18" r="2.5" />
      <rect className="fill-sun" height="7.8" rx="1.4" width="4.2" x="13.9" y="22.2" />
    </svg>
  );
}
