import { readBundle, writeBundle } from '@signet/card/bundle'
import type { Design } from '@signet/card/document'
import { reservedField, undeclaredFields } from '@signet/card/fields'
import {
  type CredentialDesign,
  type CredentialDesignChange,
  CredentialDesignSummary,
} from '@signet/contract/issuance/credential-designs'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { actorName, type Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { namedRows } from '../../../kit/named-rows.ts'
import { versioned } from '../../../kit/routes.ts'
import { expectRoom, foundOr } from '../../../kit/rows.ts'
import type { NameSearch } from '../../../platform/db/name-search.ts'
import { insertRow, newIds, rowsOf, updateRow } from '../../../platform/db/row-sets.ts'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'
import {
  findVersion,
  insertVersion,
  listDesigns,
  listVersions,
  type StoredDesign,
} from './credential-designs.repository.ts'

type Summary = z.input<typeof CredentialDesignSummary>
type Wire = z.input<typeof CredentialDesign>
type Wanted = z.output<typeof CredentialDesignChange>

const limit = { most: 500, code: 'ISSUANCE_CREDENTIAL_DESIGN_LIMIT_REACHED' } as const
/** A version more than that a day for a year; whoever needs more begins a new design. */
const mostVersions = 2000

const present = fieldsOf(CredentialDesignSummary)

export const list = async (ctx: Context, wanted: NameSearch): Promise<Summary[]> =>
  (await listDesigns(ctx, wanted, limit.most)).map(present)

const orNotFound = foundOr('ISSUANCE_CREDENTIAL_DESIGN_NOT_FOUND')

const designIn = (content: string): Design => {
  const found = readBundle(content)
  if ('fault' in found) throw new Error(`a stored design is not read: ${found.fault.message}`)
  return found.bundle.design
}

const inFull = async (ctx: Context, row: StoredDesign, version = row.version): Promise<Wire> => {
  const stored = orNotFound(await findVersion(ctx, row.id, version))
  const versions = await listVersions(ctx, row.id)
  return {
    ...present(row),
    version,
    design: designIn(stored.content),
    versions: versions.map((each) => ({
      version: each.version,
      savedAt: each.saved_at,
      savedBy: each.saved_by,
    })),
  }
}

/** The design as it was saved as this version; undefined where it is gone. */
export const designAt = async (
  ctx: Context,
  id: string,
  version: number,
): Promise<Design | undefined> => {
  const stored = await findVersion(ctx, id, version)
  return stored && designIn(stored.content)
}

const expectDrawable = (design: Design): void => {
  const reserved = reservedField(design.fields)
  if (reserved !== null) {
    throw new ApiError('ISSUANCE_CREDENTIAL_RESERVED_KEYWORD_ERROR', {
      parameters: { message: reserved },
    })
  }
  const [unknown] = undeclaredFields(design)
  if (unknown !== undefined) {
    throw new ApiError('ISSUANCE_CREDENTIAL_DESIGN_INVALID', {
      parameters: { at: 'fields', message: unknown },
    })
  }
}

const columnsOf = (ctx: Context, { name, description, design }: Wanted) => ({
  name,
  name_key: foldName(name),
  description,
  sides: design.back === null ? 1 : 2,
  fields: design.fields.length,
  modified_at: ctx.platform.clock.now(),
  modified_by: actorName(ctx),
})

const rows = namedRows({
  ...rowsOf('credential_designs'),
  entity: 'CREDENTIALDESIGNS',
  action: 'CREDENTIAL_DESIGN',
  missing: 'ISSUANCE_CREDENTIAL_DESIGN_NOT_FOUND',
  taken: { credential_designs_tenant_id_name_key_key: 'ISSUANCE_CREDENTIAL_DESIGN_EXISTS' },
  used: 'ISSUANCE_CREDENTIAL_DESIGN_IN_USE',
  shown: ({ name, description, version }: StoredDesign) => ({ name, description, version }),
  present: (row, ctx) => inFull(ctx, row),
})

/** As it is, or as it was. @throws ISSUANCE_CREDENTIAL_DESIGN_NOT_FOUND */
export const read = async (ctx: Context, id: string, version?: number) => {
  const row = await rows.find(ctx, id)
  return versioned(await inFull(ctx, row, version), row.version)
}

/** @throws ISSUANCE_CREDENTIAL_DESIGN_NOT_FOUND */
export const designOf = async (ctx: Context, id: string): Promise<Design> =>
  (await read(ctx, id)).value.design

const insert = (ctx: Context, wanted: Wanted, event: 'CREATED' | 'IMPORTED') => {
  expectDrawable(wanted.design)
  return rows.create(
    ctx,
    async (ctx) => {
      await expectRoom(ctx, 'credential_designs', limit)
      const columns = columnsOf(ctx, wanted)
      const begun = { ...newIds(ctx), created_at: columns.modified_at }
      const row = await insertRow(ctx, 'credential_designs', { ...begun, ...columns })
      await insertVersion(ctx, row, writeBundle(wanted.name, wanted.design))
      return row
    },
    event,
  )
}

/** @throws ISSUANCE_CREDENTIAL_DESIGN_EXISTS, ISSUANCE_CREDENTIAL_DESIGN_INVALID */
export const create = (ctx: Context, wanted: Wanted) => insert(ctx, wanted, 'CREATED')

/**
 * Saves the next version; former ones stay as they are.
 * @throws ISSUANCE_CREDENTIAL_DESIGN_NOT_FOUND, precondition_failed
 */
export const update = (ctx: Context, id: string, wanted: Wanted) => {
  expectDrawable(wanted.design)
  return rows.change(ctx, id, async (ctx, before) => {
    if (before.version >= mostVersions) {
      throw new ApiError(limit.code, { parameters: { most: mostVersions } })
    }
    const to = columnsOf(ctx, wanted)
    const after = await updateRow(ctx, 'credential_designs', { id: before.id, ...to })
    await insertVersion(ctx, after, writeBundle(wanted.name, wanted.design))
    return after
  })
}

/** @throws ISSUANCE_CREDENTIAL_DESIGN_NOT_FOUND, ISSUANCE_CREDENTIAL_DESIGN_IN_USE, precondition_failed */
export const { remove } = rows

const fileNameOf = (name: string): string =>
  `${name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)}.card.json`

/** @throws ISSUANCE_CREDENTIAL_DESIGN_NOT_FOUND */
export const exported = async (ctx: Context, id: string) => {
  const row = await rows.find(ctx, id)
  const { content } = orNotFound(await findVersion(ctx, id, row.version))
  return { fileName: fileNameOf(row.name), bundle: content }
}

/** @throws ISSUANCE_CREDENTIAL_DESIGN_INVALID telling where */
export const imported = (ctx: Context, { bundle, name }: { bundle: string; name?: string }) => {
  const found = readBundle(bundle)
  if ('fault' in found)
    throw new ApiError('ISSUANCE_CREDENTIAL_DESIGN_INVALID', { parameters: { ...found.fault } })
  const wanted = { name: name ?? found.bundle.name, description: null, design: found.bundle.design }
  return insert(ctx, wanted, 'IMPORTED')
}
