/** XML Signature 1.1 and RFC 9231: what signs, and by which kind of key. */
export const signatureAlgorithms = {
  RSA_SHA1: { uri: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1', hash: 'sha1', key: 'rsa' },
  RSA_SHA256: {
    uri: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    hash: 'sha256',
    key: 'rsa',
  },
  RSA_SHA384: {
    uri: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384',
    hash: 'sha384',
    key: 'rsa',
  },
  RSA_SHA512: {
    uri: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    hash: 'sha512',
    key: 'rsa',
  },
  ECDSA_SHA256: {
    uri: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256',
    hash: 'sha256',
    key: 'ec',
  },
  ECDSA_SHA384: {
    uri: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384',
    hash: 'sha384',
    key: 'ec',
  },
  ECDSA_SHA512: {
    uri: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512',
    hash: 'sha512',
    key: 'ec',
  },
} as const
export type SignatureAlgorithm = keyof typeof signatureAlgorithms

export const digestAlgorithms = {
  SHA1: { uri: 'http://www.w3.org/2000/09/xmldsig#sha1', hash: 'sha1' },
  SHA256: { uri: 'http://www.w3.org/2001/04/xmlenc#sha256', hash: 'sha256' },
  SHA384: { uri: 'http://www.w3.org/2001/04/xmldsig-more#sha384', hash: 'sha384' },
  SHA512: { uri: 'http://www.w3.org/2001/04/xmlenc#sha512', hash: 'sha512' },
} as const
export type DigestAlgorithm = keyof typeof digestAlgorithms

export const exclusiveCanonicalization = 'http://www.w3.org/2001/10/xml-exc-c14n#'
export const envelopedSignature = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'

/** The algorithm of a URI, among those of a table; undefined for any other. */
export const algorithmOf = <Row extends { readonly uri: string }>(
  table: Readonly<Record<string, Row>>,
  uri: string | null,
): Row | undefined => Object.values(table).find((row) => row.uri === uri)
