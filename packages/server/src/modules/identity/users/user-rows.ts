import { userDisplayName } from '@signet/rules/display'
import { identifierFault, normaliseIdentifier } from '@signet/rules/precis'
import { foldName } from '@signet/rules/text'
import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { UserIdentifierRow, UserRow } from '../../../platform/db/schema/identity.ts'
import type { JudgedValues, StoredAttributeValue } from '../user-attributes/index.ts'

export type StoredUser = Selectable<UserRow>
export type StoredIdentifier = Selectable<UserIdentifierRow>

/** A user to be; what is left out is empty, off, or as the defaults of the wire. */
export interface WantedUser {
  readonly id?: string
  readonly userId: string
  readonly type?: StoredUser['type']
  readonly state?: StoredUser['state']
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
  readonly email?: string | null | undefined
  readonly emailVerified?: boolean | undefined
  /** E.164, as `phone`. */
  readonly mobile?: string | null | undefined
  readonly phone?: string | null | undefined
  readonly locale?: string | null | undefined
  readonly externalId?: string | null | undefined
  readonly userPrincipalName?: string | null | undefined
  readonly securityId?: string | null | undefined
  readonly directoryType?: string | null | undefined
  readonly userAliases?: readonly string[] | undefined
  readonly registrationRequired?: boolean | undefined
  readonly verificationRequired?: boolean | undefined
  readonly showNotification?: boolean | undefined
  readonly createdAt?: Date
  /** Own attributes, judged. */
  readonly attributes?: JudgedValues
}

/** @throws invalid_parameters for text that no identifier may be */
export const keyOf = (identifier: string, path = 'body.userId'): string => {
  const normalised = normaliseIdentifier(identifier)
  if (normalised !== null) return normalised
  throw new ApiError('invalid_parameters', {
    fields: [{ path, message: identifierFault }],
  })
}

type Searched = Pick<
  StoredUser,
  | 'user_id'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'mobile'
  | 'phone'
  | 'external_id'
  | 'user_principal_name'
>

/** Columns that follow from others: what users are sorted by and searched in. */
export const derivedColumns = (user: Searched, aliases: readonly string[]) => {
  const { first_name: firstName, last_name: lastName, user_id: userId } = user
  const key = keyOf(userId)
  const texts = [
    key,
    foldName(`${firstName ?? ''} ${lastName ?? ''}`),
    ...[user.email, user.mobile, user.phone, user.external_id, user.user_principal_name].map(
      (text) => foldName(text ?? ''),
    ),
    ...aliases.map((alias) => keyOf(alias, 'body.userAliases')),
  ]
  return {
    user_id_key: key,
    name_key: foldName(userDisplayName({ firstName, lastName, userId })),
    search_text: [...new Set(texts)].filter((text) => text !== '').join('\n'),
  }
}

interface Owner {
  readonly tenantId: string
  readonly id: string
  readonly userId: string
}

/** The user id and the aliases, each once; an alias that spells the user id adds nothing. */
export const identifiersOf = (
  { tenantId, id, userId }: Owner,
  aliases: readonly string[],
): StoredIdentifier[] => {
  const own = { tenant_id: tenantId, user_id: id }
  const byKey = new Map<string, StoredIdentifier>()
  const named = [
    ...aliases.map((value) => ({ value, kind: 'ALIAS', path: 'body.userAliases' }) as const),
    { value: userId, kind: 'USER_ID', path: 'body.userId' } as const,
  ]
  for (const { value, kind, path } of named) {
    const normalised = keyOf(value, path)
    byKey.set(normalised, { ...own, normalised, kind, value })
  }
  return [...byKey.values()]
}

export interface UserRows {
  readonly user: StoredUser
  /** Own attributes, as they are looked up. */
  readonly values: readonly StoredAttributeValue[]
  readonly identifiers: readonly StoredIdentifier[]
}

const contactsOf = (wanted: WantedUser, defaultLocale: string) => ({
  first_name: wanted.firstName ?? null,
  last_name: wanted.lastName ?? null,
  email: wanted.email ?? null,
  email_verified: (wanted.email ?? null) !== null && wanted.emailVerified === true,
  mobile: wanted.mobile ?? null,
  phone: wanted.phone ?? null,
  locale: wanted.locale ?? defaultLocale,
})

const originOf = (wanted: WantedUser) => ({
  type: wanted.type ?? 'MGMT_UI',
  external_id: wanted.externalId ?? null,
  security_id: wanted.securityId ?? null,
  user_principal_name: wanted.userPrincipalName ?? null,
  directory_type: wanted.directoryType ?? null,
  migrated: false,
})

/** The rows of a new user. @throws invalid_parameters */
export const userRows = (ctx: Context, wanted: WantedUser): UserRows => {
  const { ids, clock } = ctx.platform
  const id = wanted.id ?? ids.uuid()
  const now = wanted.createdAt ?? clock.now()
  const tenantId = ctx.tenant.id
  const contacts = contactsOf(wanted, ctx.tenant.defaultLocale)
  const named = { user_id: wanted.userId, ...contacts, ...originOf(wanted) }
  const aliases = wanted.userAliases ?? []
  const user: StoredUser = {
    tenant_id: tenantId,
    id,
    ...named,
    ...derivedColumns(named, aliases),
    state: wanted.state ?? 'ACTIVE',
    attributes: { ...wanted.attributes?.values },
    locked: false,
    lock_reason: null,
    lockout_expires_at: null,
    registration_required: wanted.registrationRequired ?? false,
    // The database notes it as the row is written.
    registration_asked_at: null,
    email_undeliverable_at: null,
    email_undeliverable_reply: null,
    verification_required: wanted.verificationRequired ?? false,
    show_notification: wanted.showNotification ?? false,
    last_authenticated_at: null,
    created_at: now,
    updated_at: now,
    version: 1,
  }
  return {
    user,
    identifiers: identifiersOf({ tenantId, id, userId: wanted.userId }, aliases),
    values: wanted.attributes?.rowsOf({ tenantId, id }) ?? [],
  }
}
