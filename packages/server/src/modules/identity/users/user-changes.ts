import type { UserChange } from '@signet/contract/identity/user'
import type { z } from 'zod'
import { derivedColumns, identifiersOf, keyOf, type StoredIdentifier } from './user-rows.ts'
import type { FoundUser, UserColumns } from './users.repository.ts'

type Change = z.output<typeof UserChange>

const columnOf = {
  userId: 'user_id',
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  mobile: 'mobile',
  phone: 'phone',
  locale: 'locale',
  externalId: 'external_id',
  userPrincipalName: 'user_principal_name',
  securityId: 'security_id',
  registrationRequired: 'registration_required',
  verificationRequired: 'verification_required',
  showNotification: 'show_notification',
} as const satisfies Record<
  Exclude<
    keyof Change,
    'userAliases' | 'userAttributeValues' | 'groups' | 'emailVerified' | 'emailUndeliverable'
  >,
  keyof FoundUser
>

const columnNames = Object.entries(columnOf)

const spelled = (aliases: readonly string[]): string =>
  aliases
    .map((alias) => `${keyOf(alias, 'body.userAliases')} ${alias}`)
    .toSorted()
    .join('\n')

export interface ChangedUser {
  /** Fields whose value differs, by their names on the wire. */
  readonly fields: readonly string[]
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
  readonly columns: UserColumns
  readonly aliases: readonly string[]
  /** Null when neither user id nor aliases change. */
  readonly identifiers: readonly StoredIdentifier[] | null
}

/** Columns of an address that is not marked as undeliverable. */
export const deliverable = {
  email_undeliverable_at: null,
  email_undeliverable_reply: null,
} as const

const pick = (record: object, names: ReadonlySet<string>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)))

const shown = (user: FoundUser): Record<string, unknown> => ({
  ...Object.fromEntries(columnNames.map(([field, column]) => [field, user[column]])),
  userAliases: user.aliases,
})

const kept = <T>(given: T | undefined, present: T): T => (given === undefined ? present : given)

const columnsAfter = (user: FoundUser, change: Change, defaultLocale: string) => ({
  user_id: kept(change.userId, user.user_id),
  first_name: kept(change.firstName, user.first_name),
  last_name: kept(change.lastName, user.last_name),
  email: kept(change.email, user.email),
  mobile: kept(change.mobile, user.mobile),
  phone: kept(change.phone, user.phone),
  locale: change.locale === null ? defaultLocale : kept(change.locale, user.locale),
  external_id: kept(change.externalId, user.external_id),
  user_principal_name: kept(change.userPrincipalName, user.user_principal_name),
  security_id: kept(change.securityId, user.security_id),
  registration_required: kept(change.registrationRequired, user.registration_required),
  verification_required: kept(change.verificationRequired, user.verification_required),
  show_notification: kept(change.showNotification, user.show_notification),
})

/** A proof is of one address; without an address there is nothing to prove. */
const isVerifiedAfter = (user: FoundUser, change: Change): boolean => {
  const email = kept(change.email, user.email)
  if (email === null) return false
  return change.emailVerified ?? (email === user.email && user.email_verified)
}

/** Another address, a proof, or an administrator's word: notices are sent again. */
const isDeliverableAgain = (
  user: FoundUser,
  { email }: { readonly email: string | null },
  change: Change,
) =>
  user.email_undeliverable_at !== null &&
  (change.emailUndeliverable === null ||
    change.emailVerified === true ||
    user.email?.toLowerCase() !== email?.toLowerCase())

const isRespelled = (before: readonly string[], after: readonly string[]): boolean =>
  spelled(before) !== spelled(after)

/**
 * What a change amounts to for a user, its numbers `withDialled`; fields sent with their present value change nothing.
 * Everybody has a language: taken away it becomes the tenant's.
 */
export const changedUser = (
  user: FoundUser,
  change: Change,
  defaultLocale: string,
): ChangedUser => {
  const wanted = columnsAfter(user, change, defaultLocale)
  const after = { ...user, ...wanted, aliases: change.userAliases ?? user.aliases }
  const verified = isVerifiedAfter(user, change)
  const isProof = change.emailVerified !== undefined && verified !== user.email_verified
  const isCleared = isDeliverableAgain(user, wanted, change)
  const fields = [
    ...(isCleared && wanted.email === user.email ? ['emailUndeliverable'] : []),
    ...(isProof ? ['emailVerified'] : []),
    ...columnNames.filter(([, column]) => user[column] !== after[column]).map(([field]) => field),
    ...(isRespelled(user.aliases, after.aliases) ? ['userAliases'] : []),
  ]
  const named = new Set(fields)
  const owner = { tenantId: user.tenant_id, id: user.id, userId: after.user_id }
  return {
    fields,
    before: pick(
      { ...shown(user), emailVerified: user.email_verified, emailUndeliverable: true },
      named,
    ),
    after: pick({ ...shown(after), emailVerified: verified, emailUndeliverable: false }, named),
    columns: {
      ...wanted,
      ...derivedColumns(after, after.aliases),
      email_verified: verified,
      ...(isCleared ? deliverable : {}),
    },
    aliases: after.aliases,
    identifiers:
      named.has('userId') || named.has('userAliases') ? identifiersOf(owner, after.aliases) : null,
  }
}
