// An arch with a closed door, for missing content.
export function ClosedGate({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" className={className} height="88" viewBox="0 0 80 88" width="80">
      <path className="fill-arch-deep" d="M4 86V40a36 36 0 0 1 72 0v46z" />
      <path
        className="fill-bg stroke-line-strong"
        d="M22 86V44a18 18 0 0 1 36 0v42"
        strokeWidth="2"
      />
      <path className="stroke-line-strong" d="M40 27v59M0 86.5h80" strokeWidth="2" />
      <circle className="fill-line-strong" cx="46" cy="58" r="2.5" />
    </svg>
  );
}
