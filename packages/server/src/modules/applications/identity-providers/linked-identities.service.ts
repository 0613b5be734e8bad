import type { LinkedIdentity } from '@signet/contract/applications/identity-providers'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import {
  expectAuthority,
  holdWaysIn,
  type Owner,
  readOwner,
} from '../../authenticators/owners/index.ts'
import { CommonDefinition } from './definition.ts'
import {
  type FoundLink,
  findLink,
  insertLink,
  listLinksOf,
  removeLink,
} from './linked-identities.repository.ts'
import { labelOf, type Proven } from './upstream.ts'

type Shown = z.input<typeof LinkedIdentity>

const present = (link: FoundLink): Shown => ({
  id: link.id,
  identityProviderId: link.provider_id,
  identityProviderName: link.provider_name,
  type: CommonDefinition.parse(link.definition).type,
  issuer: link.issuer,
  subject: link.subject,
  label: link.label,
  linkedAt: link.linked_at,
  lastUsedAt: link.last_used_at,
})

const eventOf = (owner: Owner, link: Pick<FoundLink, 'issuer' | 'label'>) => ({
  subject: { entity: 'USERS', id: owner.id, name: owner.name },
  attributes: { issuer: link.issuer, account: link.label },
})

export const listOf = async (ctx: Context, userId: string): Promise<Shown[]> =>
  (await listLinksOf(ctx, userId)).map(present)

/** @throws user_not_found */
export const listForAdministrator = async (ctx: Context, userId: string): Promise<Shown[]> => {
  const { id } = await readOwner(ctx, userId)
  return listOf(ctx, id)
}

/**
 * Links what a provider has proven in this very request to a user, as part of a transaction.
 * @throws identity_already_linked also for the user's own
 */
export const link = async (
  ctx: Context,
  owner: Owner,
  proven: Pick<Proven, 'providerId' | 'issuer' | 'subject' | 'claims'>,
): Promise<Shown> => {
  const { providerId: provider_id, issuer, subject } = proven
  const label = labelOf(proven)
  const isNew = await insertLink(ctx, { provider_id, issuer, subject, label, user_id: owner.id })
  if (!isNew) throw new ApiError('identity_already_linked')
  const made = await findLink(ctx, proven)
  if (made === undefined) throw new ApiError('identity_provider_not_found')
  audit(ctx, 'IDENTITY_LINKED', {
    ...eventOf(owner, made),
    actor: { kind: 'user', id: owner.id, name: owner.name },
  })
  return present(made)
}

/** Takes an account off its user, as part of a transaction. @throws linked_identity_not_found */
export const unlink = async (ctx: Context, owner: Owner, id: string): Promise<undefined> => {
  const removed = await removeLink(ctx, { id, userId: owner.id })
  if (removed === undefined) throw new ApiError('linked_identity_not_found')
  audit(ctx, 'IDENTITY_UNLINKED', eventOf(owner, removed))
  return undefined
}

interface Named {
  readonly id: string
  readonly linkid: string
}

/** @throws user_not_found, rights_not_held, linked_identity_not_found */
export const unlinkForAdministrator = (ctx: Context, { id, linkid }: Named): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const owner = await expectAuthority(ctx, id)
    await holdWaysIn(ctx, owner.id)
    return unlink(ctx, owner, linkid)
  })
