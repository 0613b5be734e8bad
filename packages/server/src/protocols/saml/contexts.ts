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
export type Comparison = (typeof comparisons)[number]

/** What a request asks of how somebody has signed in (SAML 2.0 core, section 3.3.2.2.1). */
export interface WantedContexts {
  readonly classes: readonly string[]
  readonly comparison: Comparison
}

export interface Reached {
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

/** As it was: a password over TLS is the class that every application knows. */
const ownClass = (reached: Reached): string =>
  reached.amr.includes('pwd') ? `${ac}PasswordProtectedTransport` : `${ac}unspecified`

/** The class that is told of a sign-in; null for one that does not reach what is asked for. */
export const contextTold = (wanted: WantedContexts, reached: Reached): string | null => {
  const level = levelWanted(wanted)
  if (level === null || levelOf(reached) < level) return null
  if (wanted.classes.length === 0) return ownClass(reached)
  if (wanted.comparison === 'better') return 'https://refeds.org/profile/mfa'
  return wanted.classes.find((each) => (levels.get(each) ?? 3) <= levelOf(reached)) ?? null
}
