import { timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { newSecret, secretHash } from '../../../platform/secrets/new-secret.ts'
import { recordRejection, rejectCredential } from '../../tenancy/rejections/index.ts'
import { findPresented, noteRow } from './radius-agents.repository.ts'

/** Names its agent, so that one row is looked at; 256 random bits behind it. */
export const newCredential = (ctx: Context, agentId: string) => {
  const credential = `${agentId}.${newSecret(ctx).secret}`
  return { credential, hash: secretHash(credential) }
}

const credentialShape = /^(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[A-Za-z0-9_-]{43}$/

/** The agent that a credential names; undefined for what is none. */
export const agentOf = (credential: string): string | undefined =>
  credentialShape.exec(credential)?.groups?.['id']

export const isDigestOf = (digest: Buffer, credential: string): boolean =>
  timingSafeEqual(digest, secretHash(credential))

/** Who asks, for audit events and push questions. */
export interface PresentedAgent {
  readonly id: string
  readonly name: string
}

/**
 * Writes that an agent came with a wrong credential; undefined for one that does not exist.
 * @throws too_many_requests once its address has failed too often
 */
export const noteWrongCredential = (
  ctx: Context,
  door: 'RADIUS' | 'SITE_AGENT',
  agent: { readonly id: string; readonly name: string } | undefined,
): Promise<void> =>
  rejectCredential(
    ctx,
    { door, reason: 'WRONG_CREDENTIALS', ...(agent ? { asked: { agent: agent.name } } : {}) },
    agent && { entity: 'AGENTS', id: agent.id, name: agent.name },
  )

/**
 * The agent that this credential is of. The first use of a new credential ends the former one.
 * @throws too_many_requests; access_denied for a wrong or ended one, and for an agent that is disabled
 */
export const expectAgent = async (ctx: Context, credential: string): Promise<PresentedAgent> => {
  const id = agentOf(credential)
  const row = id === undefined ? undefined : await findPresented(ctx, id)
  const isPresent = row !== undefined && isDigestOf(row.credential_hash, credential)
  const former = row?.former_credential_hash ?? null
  const isFormer =
    row !== undefined &&
    former !== null &&
    isDigestOf(former, credential) &&
    row.former_credential_until !== null &&
    row.former_credential_until > ctx.platform.clock.now()
  if (row === undefined || !(isPresent || isFormer)) {
    await noteWrongCredential(ctx, 'RADIUS', row)
    throw new ApiError('access_denied')
  }
  if (!row.enabled) {
    await recordRejection(ctx, {
      door: 'RADIUS',
      reason: 'CLIENT_DISABLED',
      asked: { agent: row.name },
    })
    throw new ApiError('access_denied')
  }
  if (isPresent && former !== null) {
    await noteRow(ctx, row.id, { former_credential_hash: null, former_credential_until: null })
  }
  return { id: row.id, name: row.name }
}
