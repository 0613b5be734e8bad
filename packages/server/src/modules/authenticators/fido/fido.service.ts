import type { FidoRegistrationBody, FidoToken } from '@signet/contract/authenticators/fido'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { foundOr, unique } from '../../../kit/rows.ts'
import { findRow, holdRow, insertRow, removeRow, updateRow } from '../../../platform/db/row-sets.ts'
import { holdWaysIn } from '../owners/index.ts'
import { listCredentials, type StoredCredential } from './fido.repository.ts'
import { readKind } from './metadata.ts'
import type { AuthenticatorKind } from './metadata-blob.ts'
import { expectRoom, registeredCredential } from './registration.ts'

const shownKind = (kind: AuthenticatorKind | null) => ({
  authenticatorName: kind?.name ?? null,
  authenticatorIcon: kind?.icon ?? null,
  compromised: kind?.compromised ?? false,
})

/** Whose passkey: checks the row against the caller's rights. */
export type Owned = (credential: StoredCredential) => Promise<void> | void

export const present = async (
  ctx: Context,
  row: StoredCredential,
): Promise<z.input<typeof FidoToken>> => ({
  ...shownKind(await readKind(ctx, row.aaguid)),
  id: row.id,
  userId: row.user_id,
  name: row.name,
  state: row.state,
  rpId: row.rp_id,
  aaguid: row.aaguid,
  attestationFormat: row.attestation_format,
  backupEligible: row.device_type === 'multiDevice',
  backupStatus: row.backed_up,
  userVerified: row.user_verified,
  attested: row.attested,
  clonedDate: row.cloned_at,
  createDate: row.created_at,
  lastUsedDate: row.last_used_at,
})

const subjectOf = (row: StoredCredential) => ({ entity: 'FIDO', id: row.id, name: row.name })

const orNotFound = foundOr('not_found')

/** @throws not_found */
export const read = async (ctx: Context, id: string): Promise<StoredCredential> =>
  orNotFound(await findRow(ctx, 'fido_credentials', id))

const listOf = async (ctx: Context, userId: string) =>
  Promise.all((await listCredentials(ctx, userId)).map((row) => present(ctx, row)))

const refusingDuplicates = unique({
  fido_credentials_tenant_id_credential_id_key: 'invalid_user_response',
})

interface Registration {
  readonly userId: string
  readonly boundTo: string
}

/**
 * Of several that are completed at once, each counts what the one before has added.
 * @throws token_limit_reached, invalid_user_response, passkey_not_allowed; in a transaction
 */
export const register = async (
  ctx: Context,
  place: Registration,
  { fidoResponse, name = 'Passkey' }: z.output<typeof FidoRegistrationBody>,
): Promise<StoredCredential> => {
  await holdWaysIn(ctx, place.userId)
  await expectRoom(ctx, place.userId)
  const row = await registeredCredential(ctx, place, { given: fidoResponse, name })
  await refusingDuplicates(() => insertRow(ctx, 'fido_credentials', row))
  audit(ctx, 'FIDO_CREATED', { subject: subjectOf(row), attributes: { user: row.user_id } })
  return row
}

const locked = async (ctx: Context, id: string, owned: Owned): Promise<StoredCredential> => {
  const found = await read(ctx, id)
  await owned(found)
  await holdWaysIn(ctx, found.user_id)
  const row = orNotFound(await holdRow(ctx, 'fido_credentials', id))
  expectVersion(ctx, row.version)
  return row
}

interface Change {
  readonly name?: string | undefined
  readonly state?: StoredCredential['state'] | undefined
}

/** @throws not_found, precondition_failed; in a transaction */
export const change = async (
  ctx: Context,
  id: string,
  { name, state, owned }: Change & { readonly owned: Owned },
): Promise<StoredCredential> => {
  const before = await locked(ctx, id, owned)
  const to = { name: name ?? before.name, state: state ?? before.state }
  const after = await updateRow(ctx, 'fido_credentials', { id, ...to })
  audit(ctx, 'FIDO_UPDATED', {
    subject: subjectOf(before),
    before: { name: before.name, state: before.state },
    after: { name: after.name, state: after.state },
    attributes: { user: before.user_id },
  })
  return after
}

/** @throws not_found, precondition_failed; in a transaction */
export const remove = async (ctx: Context, id: string, owned: Owned): Promise<StoredCredential> => {
  const row = await locked(ctx, id, owned)
  await removeRow(ctx, 'fido_credentials', id)
  audit(ctx, 'FIDO_DELETED', { subject: subjectOf(row), attributes: { user: row.user_id } })
  return row
}

/** What the flows above do with passkeys. */
export const fido = { present, read, listOf, register, change, remove } as const
