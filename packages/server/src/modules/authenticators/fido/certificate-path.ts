import type { X509Certificate } from 'node:crypto'

const longestPath = 10

const holdsAt = ({ validFromDate, validToDate }: X509Certificate, now: Date): boolean =>
  validFromDate <= now && now <= validToDate

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

/**
 * Whether a chain, its leaf first, leads to one of the roots: every link issued by the next, each
 * valid now (RFC 5280, section 6.1). A root may itself be the end of the chain. Nothing is fetched.
 */
export const leadsTo = (
  chain: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  now: Date,
): boolean => {
  const last = chain.at(-1)
  if (last === undefined || chain.length > longestPath) return false
  if (!chain.every((certificate) => holdsAt(certificate, now))) return false
  const isLinked = chain.every((certificate, index) => {
    const issuer = chain[index + 1]
    return issuer === undefined || isIssuedBy(certificate, issuer)
  })
  const isRooted = roots.some(
    (root) => holdsAt(root, now) && (root.raw.equals(last.raw) || isIssuedBy(last, root)),
  )
  return isLinked && isRooted
}
