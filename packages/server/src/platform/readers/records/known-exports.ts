/* Exports of other systems, brought to the names that an import knows: what they call differently. */

import { auth0Hash, isMembers, type Members, oktaHash, textIn } from './exported-hashes.ts'

const stateBy = (isActive: unknown): string | undefined =>
  typeof isActive === 'boolean' ? (isActive ? 'ACTIVE' : 'INACTIVE') : undefined

/** Of Keycloak: the credential of type password, which an import of hashes reads as it stands. */
const keycloakHash = (credentials: readonly unknown[]): string | undefined => {
  const password = credentials.find((each) => isMembers(each) && each.type === 'password')
  if (!isMembers(password)) return undefined
  const { type: _, userLabel: __, createdDate: ___, id: ____, ...parts } = password
  return JSON.stringify(parts)
}

const keycloak = ({ credentials, ...user }: Members): Members => ({
  ...user,
  state: stateBy(user.enabled),
  passwordHash: Array.isArray(credentials) ? keycloakHash(credentials) : undefined,
})

const isKeycloak = (user: Members): boolean =>
  typeof user.username === 'string' &&
  (Array.isArray(user.credentials) || typeof user.enabled === 'boolean')

/** Of Auth0: `auth0|5f7c8ec7c33c6c004bbafe82`. */
const auth0Id = (user: Members): string | undefined => {
  const id = textIn(user, 'user_id', 'Id')
  return id?.includes('|') === true ? id : undefined
}

const auth0 = (user: Members): Members => {
  const { user_id: _, Id: __, custom_password_hash: ___, ...rest } = user
  const isBlocked = user.blocked ?? user.Blocked
  return {
    ...rest,
    userId: textIn(user, 'username', 'Username', 'email', 'Email'),
    externalId: auth0Id(user),
    state: typeof isBlocked === 'boolean' ? stateBy(!isBlocked) : undefined,
    passwordHash: auth0Hash(user),
  }
}

const oktaStates: Readonly<Record<string, string>> = {
  STAGED: 'REGISTERING',
  PROVISIONED: 'REGISTERING',
  ACTIVE: 'ACTIVE',
  RECOVERY: 'ACTIVE',
  PASSWORD_EXPIRED: 'ACTIVE',
  LOCKED_OUT: 'ACTIVE',
  SUSPENDED: 'INACTIVE',
  DEPROVISIONED: 'INACTIVE',
}

const okta = ({ profile, credentials, ...user }: Members): Members => {
  const password = isMembers(credentials) ? credentials.password : undefined
  const hash = isMembers(password) ? password.hash : undefined
  return {
    ...(isMembers(profile) ? profile : {}),
    ...user,
    externalId: textIn(user, 'id'),
    state: oktaStates[textIn(user, 'status') ?? ''],
    passwordHash: isMembers(hash) ? oktaHash(hash) : undefined,
  }
}

const isOkta = ({ profile }: Members): boolean =>
  isMembers(profile) && typeof profile.login === 'string'

const isScim = (user: Members): boolean =>
  typeof user.userName === 'string' && typeof user.active === 'boolean'

/** The members of a record, with those that an import knows beside them where it is of a known export. */
export const asPerson = (record: object): object => {
  const user: Members = { ...record }
  if (isOkta(user)) return okta(user)
  if (auth0Id(user) !== undefined) return auth0(user)
  if (isKeycloak(user)) return keycloak(user)
  return isScim(user) ? { ...user, state: stateBy(user.active) } : user
}
