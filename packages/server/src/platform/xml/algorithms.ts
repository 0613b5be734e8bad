import { constants, type KeyObject } from 'node:crypto'

interface SignatureRow {
  readonly uri: string
  readonly hash: string
  readonly key: 'rsa' | 'ec'
  readonly padding?: 'pss'
}

/** XML Signature 1.1 and RFC 9231: what signs, and by which kind of key. */
export const signatureAlgorithms = {
  RSA_SHA1: { uri: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1', hash: 'sha1', key: 'rsa' },
  RSA_SHA224: {
    uri: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha224',
    hash: 'sha224',
    key: 'rsa',
  },
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
  RSAPSS_SHA224: {
    uri: 'http://www.w3.org/2007/05/xmldsig-more#sha224-rsa-MGF1',
    hash: 'sha224',
    key: 'rsa',
    padding: 'pss',
  },
  RSAPSS_SHA256: {
    uri: 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
    hash: 'sha256',
    key: 'rsa',
    padding: 'pss',
  },
  RSAPSS_SHA384: {
    uri: 'http://www.w3.org/2007/05/xmldsig-more#sha384-rsa-MGF1',
    hash: 'sha384',
    key: 'rsa',
    padding: 'pss',
  },
  RSAPSS_SHA512: {
    uri: 'http://www.w3.org/2007/05/xmldsig-more#sha512-rsa-MGF1',
    hash: 'sha512',
    key: 'rsa',
    padding: 'pss',
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
} as const satisfies Readonly<Record<string, SignatureRow>>
export type SignatureAlgorithm = keyof typeof signatureAlgorithms

/** As a signature is made and checked with it; the salt is as long as the digest (RFC 9231, 2.3.10). */
export const keyFor = ({ padding }: SignatureRow, key: KeyObject) => ({
  key,
  dsaEncoding: 'ieee-p1363' as const,
  ...(padding === 'pss'
    ? {
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      }
    : {}),
})

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
