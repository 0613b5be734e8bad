import { TemplateValues } from '@signet/contract/provider/settings-template-values'
import {
  mostTemplates,
  type SettingsTemplate,
  type SettingsTemplateChange,
  type SettingsTemplateDetails,
  type SettingsTemplatePageRequest,
} from '@signet/contract/provider/settings-templates'
import { foldName } from '@signet/rules/text'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { keysetList } from '../../../kit/lists.ts'
import { namedRows } from '../../../kit/named-rows.ts'
import { expectRoom } from '../../../kit/rows.ts'
import { lockLimit } from '../../../platform/db/limit-lock.ts'
import { nameHolds } from '../../../platform/db/name-search.ts'
import { findRow, insertRow, newIds, rowsOf, updateRow } from '../../../platform/db/row-sets.ts'
import type { SettingsTemplateRow } from '../../../platform/db/schema/settings-templates.ts'
import { laidOver, plain, type Values } from './values.ts'

type StoredTemplate = Selectable<SettingsTemplateRow>
type Wanted = z.output<typeof SettingsTemplateChange>
type Details = z.input<typeof SettingsTemplateDetails>

const table = 'settings_templates'

/** Templates above one another, with the lowest. */
const deepest = 5

/** The template and those above it, the lowest first. */
const chainOf = async (ctx: Context, template: StoredTemplate): Promise<StoredTemplate[]> => {
  const chain = [template]
  let parentId = template.parent_id
  while (parentId !== null && chain.length < deepest) {
    const parent = await findRow(ctx, table, parentId)
    if (parent === undefined) break
    chain.push(parent)
    parentId = parent.parent_id
  }
  return chain
}

/** What tenants get: own values before inherited ones. */
export const effectiveValues = async (ctx: Context, template: StoredTemplate): Promise<Values> =>
  laidOver(...(await chainOf(ctx, template)).map(({ own_values }) => own_values).toReversed())

const shown = (row: StoredTemplate) => ({
  name: row.name,
  description: row.description,
  parentId: row.parent_id,
  values: TemplateValues.parse(row.own_values),
})

const listed = (row: StoredTemplate): z.input<typeof SettingsTemplate> => ({
  id: row.id,
  ...shown(row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const present = async (row: StoredTemplate, ctx: Context): Promise<Details> => ({
  ...listed(row),
  effectiveValues: TemplateValues.parse(await effectiveValues(ctx, row)),
})

export const templates = namedRows({
  entity: 'TENANTS',
  action: 'SETTINGS_TEMPLATE',
  missing: 'not_found',
  taken: { settings_templates_key: 'name_exists' },
  used: 'settings_template_in_use',
  ...rowsOf(table),
  shown,
  present,
})

const refusing = (path: string, message: string): never => {
  throw new ApiError('invalid_parameters', { fields: [{ path: `body.${path}`, message }] })
}

/** @throws invalid_parameters where the parent is missing, below the template, or too deep */
const expectParent = async (ctx: Context, id: string, parentId: string | null): Promise<void> => {
  if (parentId === null) return
  const parent = await findRow(ctx, table, parentId)
  if (parent === undefined) return refusing('parentId', 'is not a template')
  const chain = await chainOf(ctx, parent)
  if (chain.some((above) => above.id === id)) refusing('parentId', 'inherits from this template')
  if (chain.length >= deepest) refusing('parentId', `has ${deepest - 1} templates above it`)
}

const columnsOf = (ctx: Context, wanted: Wanted) => ({
  name: wanted.name,
  name_key: foldName(wanted.name),
  description: wanted.description,
  parent_id: wanted.parentId,
  own_values: plain(wanted.values),
  updated_at: ctx.platform.clock.now(),
})

/** @throws name_exists, limit_reached, invalid_parameters */
export const create = (ctx: Context, wanted: Wanted) =>
  templates.create(ctx, async (ctx) => {
    await expectRoom(ctx, table, { most: mostTemplates })
    const row = { ...newIds(ctx), ...columnsOf(ctx, wanted) }
    await expectParent(ctx, row.id, row.parent_id)
    return insertRow(ctx, table, row)
  })

/** @throws not_found, name_exists, precondition_failed, invalid_parameters */
export const update = (ctx: Context, id: string, wanted: Wanted) =>
  ctx.transaction(async (ctx) => {
    // One change at a time: two could close a circle.
    await lockLimit(ctx, table)
    return templates.change(ctx, id, async (ctx) => {
      const columns = columnsOf(ctx, wanted)
      await expectParent(ctx, id, columns.parent_id)
      return updateRow(ctx, table, { id, ...columns })
    })
  })

type PageWanted = z.output<typeof SettingsTemplatePageRequest>

export const page = keysetList<PageWanted, StoredTemplate, z.input<typeof SettingsTemplate>>({
  name: 'settings-templates',
  keys: [
    ['name_key', 'text'],
    ['id', 'uuid'],
  ],
  rows: ({ db, tenant }, wanted) =>
    db.selectFrom(table).selectAll().where('tenant_id', '=', tenant.id).where(nameHolds(wanted)),
  present: (_ctx, rows) => rows.map(listed),
})
