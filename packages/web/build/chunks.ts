// Divides the scripts into files. What the sign-in page imports, except its own parts, goes into one file for all
// pages, instead of twenty small ones.

type ModuleInfo = { importers: readonly string[] };
type Context = { getModuleInfo: (id: string) => ModuleInfo | null };

const entry = /\/src\/entries\/login\.tsx$/;
const ownParts =
  /\/src\/(sign-in\/(\w+\/[\w-]+-(method|mark)\.tsx|[^/]+)$|entries\/login\.tsx)|\.(css|html)(\?|$)/;

/** Returns whether a chain of static imports leads from the sign-in entry to the module. */
function isNeeded(id: string, context: Context, known: Map<string, boolean>): boolean {
  if (entry.test(id)) return true;
  const before = known.get(id);
  if (before !== undefined) return before;
  // ends the recursion in import cycles
  known.set(id, false);
  const importers = context.getModuleInfo(id)?.importers ?? [];
  const needed = importers.some((importer) => isNeeded(importer, context, known));
  known.set(id, needed);
  return needed;
}

/** Returns a function for one build. It returns the name of a module's chunk, or null if the bundler may decide. */
export function createChunkOf() {
  const known = new Map<string, boolean>();
  return (id: string, context: Context): string | null => {
    if (ownParts.test(id)) return null;
    return isNeeded(id, context, known) ? 'base' : null;
  };
}

/**
 * Returns whether the account page shares a module with the window of “My data”. The applications page, which loads that
 * window late, must not load such a module early.
 */
export function isMyData(id: string): boolean {
  return /\/@tanstack\/|\/src\/portal\/my-data\/(?!section-states\.)|\/ui\/src\/(setting-row|status-chip|icons\/circle-minus)\./.test(
    id,
  );
}

/**
 * Returns whether only sign-in with a passkey, and the list of passkeys, need a module. Pages load it when the user or the
 * browser uses passkeys.
 */
export function isOfPasskeys(id: string): boolean {
  return /\/@simplewebauthn\/|\/src\/(portal|browser)\/passkeys\//.test(id);
}

/** Returns whether only pages with a QR code need a module. */
export function isOfQr(id: string): boolean {
  return /\/qrcode\.react\/|\/src\/ui\/pictures\/qr\./.test(id);
}

const formParts = [
  /\/src\/(password|recovery|second-factor|device|consent|wizard|legal|help)\//,
  /\/src\/interaction\/(?!sign-out-form\.)/,
  /\/src\/frame\/(rich-text|anchor-link|form-message|code-shapes)\./,
  /\/ui\/src\/(code|code-field)\./,
  /\/ui\/src\/pictures\/open-gate\./,
];

/** Returns whether only forms, the button wizard and long texts need a module. Pages of signed-in users do not load it. */
export function isOfForms(id: string): boolean {
  return formParts.some((part) => part.test(id));
}
