// Object identifiers of algorithms, structures and attributes in a signature.

export const oids = {
  // RFC 5652 §4, §5.1, §11
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  // RFC 5035 §3
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  // RFC 5754 §2, §3.3
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  // RFC 5280 §4.1.2.4, §4.2.1
  serialNumber: '2.5.4.5',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
} as const;
