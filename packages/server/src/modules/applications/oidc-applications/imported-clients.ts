import { createHash } from 'node:crypto'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { unique } from '../../../kit/rows.ts'
import { usesSecret } from './client-metadata.ts'
import type { StoredApplication } from './oidc-applications.repository.ts'

/** What an application brings along from another server. */
export interface Imported {
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
}

/** As SHA-256 in base64url: no secret is kept in clear. */
export const secretHash = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url')

/** Who says what an application proves itself by, and what it knows users by. */
export const maySetCredentials = ({ actor }: Context): boolean =>
  actor.kind === 'system' ||
  ((actor.kind === 'user' || actor.kind === 'application') && actor.superAdministrator)

/**
 * Whoever names the credentials of an application could name those of one that others trust.
 * @throws access_denied, invalid_parameters for a secret without use
 */
export const expectImportable = (
  ctx: Context,
  { clientId, clientSecret }: Imported,
  method: StoredApplication['auth_method'],
): void => {
  if (clientId === undefined && clientSecret === undefined) return
  if (!maySetCredentials(ctx)) throw new ApiError('access_denied')
  if (clientSecret === undefined || usesSecret(method)) return
  throw new ApiError('invalid_parameters', {
    fields: [{ path: 'body.clientSecret', message: `${method} uses no secret` }],
  })
}

/** Runs an insert; @throws application_exists when the client id is another application's */
export const refusingTakenIds = unique({
  oidc_applications_tenant_id_client_id_key: { code: 'application_exists', path: 'body.clientId' },
})
