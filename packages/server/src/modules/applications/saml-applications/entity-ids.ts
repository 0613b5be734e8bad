import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { isSameUrl } from '../../../platform/saml/urls.ts'
import * as repository from './saml-applications.repository.ts'

type Stored = repository.StoredSamlApplication

/*
 * Several applications of one entity ID (tenants of one service, accounts of one cloud). Requests tell
 * them apart by the ACS URL; the default one is meant where a request names none.
 */

const urlsOf = ({ settings }: Pick<Stored, 'settings'>): readonly string[] =>
  settings.assertionConsumers.map(({ url }) => url)

const sharesUrl = (one: Pick<Stored, 'settings'>, other: Stored): boolean =>
  urlsOf(one).some((url) => urlsOf(other).some((each) => isSameUrl(each, url)))

const noteDefault = async (
  ctx: Context,
  row: Stored,
  { isDefault }: { readonly isDefault: boolean },
): Promise<void> => {
  await repository.setEntityDefault(ctx, row.id, { isDefault })
  audit(ctx, 'APPLICATION_UPDATED', {
    subject: { entity: 'APPLICATIONS', id: row.id, name: row.name },
    before: { entityDefault: !isDefault },
    after: { entityDefault: isDefault },
  })
}

interface Placed extends Pick<Stored, 'settings' | 'entity_id'> {
  /** Null for a new one. */
  readonly id: string | null
  /** Undefined: as it is, or as it comes. */
  readonly wantsDefault: boolean | undefined
}

/**
 * Whether an application becomes the default of its entity ID, which another one gives up for it. In a
 * transaction, before it is written. @throws entity_id_exists where another takes responses at its URL
 */
export const placeInEntity = async (ctx: Context, placed: Placed): Promise<boolean> => {
  const rows = await repository.lockEntity(ctx, placed.entity_id)
  const own = rows.find(({ id }) => id === placed.id)
  const others = rows.filter(({ id }) => id !== placed.id)
  const isFull = own === undefined && rows.length >= repository.mostOfEntity
  if (isFull || others.some((other) => sharesUrl(placed, other))) {
    throw new ApiError('entity_id_exists')
  }
  const usual = others.find(({ entity_default: isDefault }) => isDefault)
  if (others.length === 0) return true
  const wants = placed.wantsDefault ?? own?.entity_default ?? usual === undefined
  if (wants && usual !== undefined) await noteDefault(ctx, usual, { isDefault: false })
  return wants
}

/** Where an entity ID has lost its default, another of its applications becomes it. */
export const settleEntity = async (
  ctx: Context,
  entityId: string,
  leaving: string,
): Promise<void> => {
  const rows = await repository.listByEntityId(ctx, entityId)
  const next = rows.find(({ id }) => id !== leaving)
  const hasDefault = rows.some(({ entity_default: isDefault }) => isDefault)
  if (next !== undefined && !hasDefault) await noteDefault(ctx, next, { isDefault: true })
}
