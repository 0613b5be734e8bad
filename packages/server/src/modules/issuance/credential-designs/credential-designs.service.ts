import { readBundle, writeBundle } from '@signet/card/bundle'
import type { Design } from '@signet/card/document'
import { reservedField, undeclaredFields } from '@signet/card/fields'
import type {
  CredentialDesign,
  CredentialDesignChange,
  CredentialDesignSummary,
} from '@signet/contract/issuance/credential-designs'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { actorName, type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { expectRoom, foundOr, unique, unlessUsed } from '../../../kit/rows.ts'
import {
  findRow,
  holdRow,
  insertRow,
  newIds,
  removeRows,
  updateRow,
} from '../../../platform/db/row-sets.ts'
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

const present = (row: StoredDesign): Summary => ({
  id: row.id,
  name: row.name,
  description: row.description,
  version: row.version,
  sides: row.sides,
  fields: row.fields,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
  modifiedBy: row.modified_by,
})

export const list = async (ctx: Context): Promise<Summary[]> =>
  (await listDesigns(ctx, limit.most)).map(present)

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

/** As it is, or as it was. @throws ISSUANCE_CREDENTIAL_DESIGN_NOT_FOUND */
export const read = async (ctx: Context, id: string, version?: number) => {
  const row = orNotFound(await findRow(ctx, 'credential_designs', id))
  return versioned(await inFull(ctx, row, version), row.version)
}

/** @throws ISSUANCE_CREDENTIAL_DESIGN_NOT_FOUND */
export const designOf = async (ctx: Context, id: string): Promise<Design> =>
  (await read(ctx, id)).value.design

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

const refusingDuplicates = unique({
  credential_designs_tenant_id_name_key_key: 'ISSUANCE_CREDENTIAL_DESIGN_EXISTS',
})

const subjectOf = ({ id, name }: StoredDesign) => ({ entity: 'CREDENTIALDESIGNS', id, name })
const shown = ({ name, description, version }: StoredDesign) => ({ name, description, version })

type Creation = 'CREDENTIAL_DESIGN_CREATED' | 'CREDENTIAL_DESIGN_IMPORTED'

const insert = (ctx: Context, wanted: Wanted, action: Creation) => {
  expectDrawable(wanted.design)
  return refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      await expectRoom(ctx, 'credential_designs', limit)
      const columns = columnsOf(ctx, wanted)
      const row = await insertRow(ctx, 'credential_designs', {
        ...newIds(ctx),
        ...columns,
        created_at: columns.modified_at,
      })
      await insertVersion(ctx, row, writeBundle(wanted.name, wanted.design))
      audit(ctx, action, { subject: subjectOf(row), after: shown(row) })
      return versioned(await inFull(ctx, row), row.version)
    }),
  )
}

/** @throws ISSUANCE_CREDENTIAL_DESIGN_EXISTS, ISSUANCE_CREDENTIAL_DESIGN_INVALID */
export const create = (ctx: Context, wanted: Wanted) =>
  insert(ctx, wanted, 'CREDENTIAL_DESIGN_CREATED')

const readForChange = async (ctx: Context, id: string): Promise<StoredDesign> => {
  const row = orNotFound(await holdRow(ctx, 'credential_designs', id))
  expectVersion(ctx, row.version)
  return row
}

/**
 * Saves the next version; former ones stay as they are.
 * @throws ISSUANCE_CREDENTIAL_DESIGN_NOT_FOUND, precondition_failed
 */
export const update = (ctx: Context, id: string, wanted: Wanted) => {
  expectDrawable(wanted.design)
  return refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const before = await readForChange(ctx, id)
      if (before.version >= mostVersions) {
        throw new ApiError(limit.code, { parameters: { most: mostVersions } })
      }
      const to = columnsOf(ctx, wanted)
      const after = await updateRow(ctx, 'credential_designs', { id: before.id, ...to })
      await insertVersion(ctx, after, writeBundle(wanted.name, wanted.design))
      audit(ctx, 'CREDENTIAL_DESIGN_UPDATED', {
        subject: subjectOf(after),
        before: shown(before),
        after: shown(after),
      })
      return versioned(await inFull(ctx, after), after.version)
    }),
  )
}

const refusingUsed = unlessUsed('ISSUANCE_CREDENTIAL_DESIGN_IN_USE')

/** @throws ISSUANCE_CREDENTIAL_DESIGN_NOT_FOUND, ISSUANCE_CREDENTIAL_DESIGN_IN_USE, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  refusingUsed(() =>
    ctx.transaction(async (ctx) => {
      const row = await readForChange(ctx, id)
      await removeRows(ctx, 'credential_designs', [row])
      audit(ctx, 'CREDENTIAL_DESIGN_DELETED', { subject: subjectOf(row), before: shown(row) })
      return undefined
    }),
  )

const fileNameOf = (name: string): string =>
  `${name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)}.card.json`

/** @throws ISSUANCE_CREDENTIAL_DESIGN_NOT_FOUND */
export const exported = async (ctx: Context, id: string) => {
  const row = orNotFound(await findRow(ctx, 'credential_designs', id))
  const { content } = orNotFound(await findVersion(ctx, id, row.version))
  return { fileName: fileNameOf(row.name), bundle: content }
}

/** @throws ISSUANCE_CREDENTIAL_DESIGN_INVALID telling where */
export const imported = (ctx: Context, { bundle, name }: { bundle: string; name?: string }) => {
  const found = readBundle(bundle)
  if ('fault' in found)
    throw new ApiError('ISSUANCE_CREDENTIAL_DESIGN_INVALID', { parameters: { ...found.fault } })
  const wanted = { name: name ?? found.bundle.name, description: null, design: found.bundle.design }
  return insert(ctx, wanted, 'CREDENTIAL_DESIGN_IMPORTED')
}
