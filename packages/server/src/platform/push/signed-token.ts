import { hash, type KeyObject, sign } from 'node:crypto'

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const algorithms = {
  ES256: (key: KeyObject) => ({ key, dsaEncoding: 'ieee-p1363' }) as const,
  RS256: (key: KeyObject) => ({ key }) as const,
}

interface Content {
  readonly header: { readonly alg: keyof typeof algorithms; readonly kid?: string }
  readonly claims: object
}

/** A JWT (RFC 7519) for one of the services that carry pushes. */
export const signedToken = (key: KeyObject, { header, claims }: Content): string => {
  const text = `${encoded({ typ: 'JWT', ...header })}.${encoded(claims)}`
  const signature = sign('sha256', Buffer.from(text), algorithms[header.alg](key))
  return `${text}.${signature.toString('base64url')}`
}

/** Tells two private keys apart. */
export const fingerprintOf = (key: KeyObject): string =>
  hash('sha256', key.export({ format: 'der', type: 'pkcs8' }), 'base64url')
