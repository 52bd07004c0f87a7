// The account menu in the header of a page. Pages are rendered without it; the server adds it when it sends a page to a
// signed-in user. So pages that are the same for every user stay cached.

export type AccountMenu = {
  /** Identifies the user in requests of the page. */
  userHash: string;
  /** The given name, or the full name if the university has not supplied a given name. */
  name: string;
  fullName: string;
  /** Only on a shared computer: the page leaves when the session has not been used for this time. */
  idleSeconds?: number;
  /** Only for users with a role of administration: the menu leads to the console. */
  hasRole?: true;
};

/** Id of the element that contains the menu. */
export const accountMenuId = 'account-menu';
/** Id of the inline JSON with the `AccountMenu`. Sections of pages have ids such as `account`. */
export const accountDataId = 'account-menu-data';

/** The HTML of both elements in a page without the menu. */
export const emptyAccountMenu = `<div id="${accountMenuId}"></div>`;
export const emptyAccountData = `<script type="application/json" id="${accountDataId}">null</script>`;
