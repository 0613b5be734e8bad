import type { AccountClaims } from 'oidc-provider'
import type { AccountRow } from './accounts.repository.ts'

export interface Account {
  readonly accountId: string
  /** The user id people type, for audit events. */
  readonly name: string
  claims(): AccountClaims
  // The library's type wants an open object.
  readonly [key: string]: unknown
}

/** `roles` is the list; `role` is one name as text, several as a list, as most libraries read it. */
const rolesOf = (roles: AccountRow['oauth_roles']) => {
  const [first, ...more] = roles ?? []
  if (first === undefined) return {}
  return { roles: [first, ...more], role: more.length === 0 ? first : [first, ...more] }
}

/** Claims of OpenID Connect Core 1.0, section 5.1; the library keeps those that were granted. */
const claimsOf = (row: AccountRow): AccountClaims => {
  const name = [row.first_name, row.last_name].filter((part) => part !== null).join(' ')
  const phone = row.mobile ?? row.phone
  return {
    sub: row.id,
    preferred_username: row.user_id,
    name: name === '' ? row.user_id : name,
    ...(row.first_name === null ? {} : { given_name: row.first_name }),
    ...(row.last_name === null ? {} : { family_name: row.last_name }),
    ...(row.email === null
      ? {}
      : { email: row.email, email_verified: row.email_verified ?? false }),
    ...(phone === null ? {} : { phone_number: phone, phone_number_verified: false }),
    ...(row.locale === null ? {} : { locale: row.locale }),
    ...(row.updated_at === null ? {} : { updated_at: Math.floor(row.updated_at.getTime() / 1000) }),
    ...rolesOf(row.oauth_roles),
  }
}

const proofs = [
  ['email', 'email_verified'],
  ['phone_number', 'phone_number_verified'],
] as const

/** The claims of an account with others in their place; what was proven of one value is not said of another. */
export const withOthers = (
  own: Readonly<Record<string, unknown>>,
  others: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const unproven = proofs.filter(
    ([name, proof]) => proof in own && name in others && others[name] !== own[name],
  )
  return {
    ...own,
    ...Object.fromEntries(
      unproven.map(([name, proof]) => [proof, others[name] === undefined ? undefined : false]),
    ),
    ...others,
  }
}

/** Whether a user may not sign in: locked or inactive ones hold no live token. */
export const isShutOut = ({ state, locked }: Pick<AccountRow, 'state' | 'locked'>): boolean =>
  state !== 'ACTIVE' || locked === true

/** null for a user who may not sign in. */
export const accountOf = (row: AccountRow): Account | null =>
  isShutOut(row)
    ? null
    : { accountId: row.id, name: row.user_id ?? '', claims: () => claimsOf(row) }
