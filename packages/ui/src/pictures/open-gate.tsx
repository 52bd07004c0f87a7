// An arch with an open, lit door, for success.
export function OpenGate({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" className={className} height="88" viewBox="0 0 80 88" width="80">
      <path className="fill-gate" d="M4 86V40a36 36 0 0 1 72 0v46z" />
      <path className="fill-sun" d="M22 86V44a18 18 0 0 1 36 0v42z" />
      <path
        className="fill-none stroke-gate-ink"
        d="m31 55 7 7 12-14"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth="4"
      />
      <path className="stroke-line-strong" d="M0 86.5h80" strokeWidth="2" />
    </svg>
  );
}
