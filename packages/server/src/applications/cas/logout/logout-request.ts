// The notification of single logout: a form with a LogoutRequest of SAML 2.0 (CAS Protocol 3.0.3, appendix C). Pure.

type LogoutFacts = {
  /** Letters, digits and `-`. */
  id: string;
  /** The service ticket by which the service knows its own session. */
  ticket: string;
  /** Epoch milliseconds. */
  at: number;
};

/**
 * phpCAS compares the text with this form and decodes it twice. Thus it has one line, without `+` and `%`. mod_auth_cas reads
 * at most 1024 bytes of the encoded form.
 */
function logoutRequest({ id, ticket, at }: LogoutFacts): string {
  const issuedAt = `${new Date(at).toISOString().slice(0, -'.000Z'.length)}Z`;
  return [
    `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${id}" Version="2.0" IssueInstant="${issuedAt}">`,
    '<saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">@NOT_USED@</saml:NameID>',
    `<samlp:SessionIndex>${ticket}</samlp:SessionIndex>`,
    '</samlp:LogoutRequest>',
  ].join('');
}

export const logoutForm = (facts: LogoutFacts) =>
  new URLSearchParams({ logoutRequest: logoutRequest(facts) });
