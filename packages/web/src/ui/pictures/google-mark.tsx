// The Google logo in its own colours on a white plate, as Google's brand rules require, in both themes.
export function GoogleMark({ size }: { size: number }) {
  return (
    <svg aria-hidden="true" height={size} viewBox="0 0 48 48" width={size}>
      <path d="M40.4 6.6A24 24 0 0 0 2.6 13.3l8 6.1a14.4 14.4 0 0 1 22.8-6.2Z" fill="#ea4335" />
      <path d="M2.6 13.3a24 24 0 0 0 0 21.4l8-6.1a14.4 14.4 0 0 1 0-9.2Z" fill="#fbbc05" />
      <path d="M2.6 34.7A24 24 0 0 0 40 41.8l-7.7-6a14.4 14.4 0 0 1-21.7-7.2Z" fill="#34a853" />
      <path d="M40 41.8A24 24 0 0 0 47.5 20h-23v9h13a14.4 14.4 0 0 1-5.2 6.8Z" fill="#4285f4" />
    </svg>
  );
}
