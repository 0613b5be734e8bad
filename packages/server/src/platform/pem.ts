import { X509Certificate } from 'node:crypto'

const block = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g

/** The certificates of a text in PEM, in their order; null when anything in it is none. */
export const certificatesIn = (pem: string): readonly X509Certificate[] | null => {
  if (pem.replace(block, '').trim() !== '') return null
  try {
    return (pem.match(block) ?? []).map((text) => new X509Certificate(text))
  } catch {
    return null
  }
}
