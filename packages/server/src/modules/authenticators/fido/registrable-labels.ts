/* What browsers take for one site: the public suffix list, private parts included. */

/** Loaded with the first use: the list is long. */
const suffixes = () => import('tldts')

const options = { allowPrivateDomains: true } as const

/** Whether domains of strangers lie below it: `com`, `co.uk`, `github.io`, and names without a dot. */
export const isPublicSuffix = async (domain: string): Promise<boolean> => {
  const { parse } = await suffixes()
  const { domain: registrable, isIp } = parse(domain, options)
  return registrable === null || isIp === true
}

/** Distinct labels that a browser follows in one list (WebAuthn Level 3, section 5.11.1). */
const mostLabels = 5

/** The first origins of a list, until a browser would have seen five labels. */
export const withinBrowserLimit = async (origins: readonly string[]): Promise<string[]> => {
  const { parse } = await suffixes()
  const seen = new Set<string>()
  return origins.filter((origin) => {
    const { hostname } = new URL(origin)
    const label = parse(hostname, options).domainWithoutSuffix ?? hostname
    if (seen.has(label)) return true
    if (seen.size === mostLabels) return false
    seen.add(label)
    return true
  })
}
