// Reads a request of SAML 1.1 with the ticket (CAS Protocol 3.0.3 §4.2). Pure.

import { readXml, type XmlElement } from '../../../xml/read-xml.ts';
import { samlProtocol } from './saml-response.ts';

export type SamlRequest = { requestId: string | undefined; ticket: string };

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const maxIdLength = 256;

/** Returns the only child with this name; undefined if there are none or several. */
function onlyChild(parent: XmlElement | undefined, namespace: string, name: string) {
  const found = parent?.children.filter((one) => one.namespace === namespace && one.name === name);
  return found?.length === 1 ? found[0] : undefined;
}

/** `RequestID` and `IssueInstant` may be missing: mod_auth_cas sends neither. */
export function readSamlRequest(body: string): SamlRequest | undefined {
  const root = readXml(body);
  if ('reason' in root || root.namespace !== soap || root.name !== 'Envelope') return undefined;
  const request = onlyChild(onlyChild(root, soap, 'Body'), samlProtocol, 'Request');
  const artifact = onlyChild(request, samlProtocol, 'AssertionArtifact');
  const id = request?.attributes.find(
    ({ namespace, name }) => namespace === '' && name === 'RequestID',
  );
  if (!artifact || artifact.children.length > 0) return undefined;
  if (id && (id.value === '' || id.value.length > maxIdLength)) return undefined;
  return { requestId: id?.value, ticket: artifact.text.trim() };
}
