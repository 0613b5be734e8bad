/** Classes of SAML 2.0 authentication context, and others in use, by how many factors they mean. */
const ac = 'urn:oasis:names:tc:SAML:2.0:ac:classes:'
const levels: ReadonlyMap<string, 1 | 2> = new Map<string, 1 | 2>([
  [`${ac}unspecified`, 1],
  [`${ac}Password`, 1],
  [`${ac}PasswordProtectedTransport`, 1],
  [`${ac}PreviousSession`, 1],
  [`${ac}TimeSyncToken`, 2],
  [`${ac}MobileTwoFactorContract`, 2],
  [`${ac}MobileTwoFactorUnregistered`, 2],
  ['https://refeds.org/profile/sfa', 1],
  ['https://refeds.org/profile/mfa', 2],
  ['http://schemas.microsoft.com/claims/multipleauthn', 2],
])

export const comparisons = ['exact', 'minimum', 'maximum', 'better'] as const
type Comparison = (typeof comparisons)[number]

/** What a request asks of how somebody has signed in (SAML 2.0 core, section 3.3.2.2.1). */
export interface WantedContexts {
  readonly classes: readonly string[]
  readonly comparison: Comparison
}

interface Reached {
  /** What the session was judged to reach. */
  readonly acr: string | null
  readonly amr: readonly string[]
}

const levelOf = ({ acr }: Reached): 1 | 2 => (acr === 'aal2' ? 2 : 1)

/** The level that has to be reached; null where nothing that we know of is asked for. */
export const levelWanted = ({ classes, comparison }: WantedContexts): 1 | 2 | null => {
  if (classes.length === 0) return 1
  const known = classes.flatMap((each) => levels.get(each) ?? [])
  if (known.length === 0) return null
  if (comparison === 'better') return known.includes(2) ? null : 2
  return known.includes(1) ? 1 : 2
}

/**
 * What a session has to reach for a request, as the service names its classes and the tenant its own;
 * empty where every session does. Any of them will do (SAML 2.0 core, section 3.3.2.2.1).
 */
export const acrsWanted = ({ classes, comparison }: WantedContexts): readonly string[] => {
  if (classes.length === 0 || comparison === 'maximum') return []
  if (comparison === 'better') return levelWanted({ classes, comparison }) === 2 ? ['aal2'] : []
  const acrs = classes.map((each) => acrOf(each))
  return acrs.includes('aal1') ? [] : acrs
}

/** A class that we know is a level; any other may be one that the tenant has named itself. */
const acrOf = (name: string): string => {
  const level = levels.get(name)
  return level === undefined ? name : level === 2 ? 'aal2' : 'aal1'
}

/** As it was: a password over TLS is the class that every application knows. */
const ownClass = (reached: Reached): string =>
  reached.amr.includes('pwd') ? `${ac}PasswordProtectedTransport` : `${ac}unspecified`

/** The class that is told of a sign-in; null for one that does not reach what is asked for. */
export const contextTold = (wanted: WantedContexts, reached: Reached): string | null => {
  const own = wanted.classes.find((each) => acrOf(each) === reached.acr)
  if (own !== undefined && acrsWanted(wanted).length > 0) return own
  const level = levelWanted(wanted)
  if (level === null || levelOf(reached) < level) return null
  if (wanted.classes.length === 0) return ownClass(reached)
  if (wanted.comparison === 'better') return 'https://refeds.org/profile/mfa'
  return wanted.classes.find((each) => (levels.get(each) ?? 3) <= levelOf(reached)) ?? null
}
