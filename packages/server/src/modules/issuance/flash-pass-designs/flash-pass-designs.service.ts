import { namesIn } from '@signet/card/template'
import type {
  FlashPassDesign,
  FlashPassDesignChange,
  FlashPassDesignSummary,
} from '@signet/contract/issuance/flash-pass-designs'
import { walletsWithoutBarcode } from '@signet/rules/flash-passes'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { expectAllGroups } from '../../../kit/authorize.ts'
import { actorName, type Context } from '../../../kit/context.ts'
import { namedRows } from '../../../kit/named-rows.ts'
import { versioned } from '../../../kit/routes.ts'
import { expectRoom, foundOr } from '../../../kit/rows.ts'
import { findRow, insertRow, newIds, rowsOf, updateRow } from '../../../platform/db/row-sets.ts'
import { designChanged } from '../live-passes/index.ts'
import {
  listWorkflows,
  readWorkflowDesign,
  type StoredWorkflow,
} from '../workflow-designs/index.ts'
import { defaultFields, unknownNames } from './default-fields.ts'
import { listDesigns, type StoredPassDesign } from './flash-pass-designs.repository.ts'

type Wire = z.input<typeof FlashPassDesign>
type Summary = z.input<typeof FlashPassDesignSummary>
type Wanted = z.output<typeof FlashPassDesignChange>
type Listed = Omit<StoredPassDesign, 'logo'>

const limit = { most: 100, code: 'ISSUANCE_FLASH_PASS_DESIGN_LIMIT_REACHED' } as const

const orNotFound = foundOr('ISSUANCE_FLASH_PASS_DESIGN_NOT_FOUND')

const workflowFor = async (ctx: Context, id: string): Promise<StoredWorkflow> =>
  foundOr('ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND')(await readWorkflowDesign(ctx, id))

const headOf = (row: Listed, { name }: StoredWorkflow) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  version: row.version,
  workflowId: row.workflow_design_id,
  workflowName: name,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
  modifiedBy: row.modified_by,
})

const present = (row: Listed & { logo?: string | null }, workflow: StoredWorkflow): Wire => {
  const { content } = row
  const names = [...content.fields.map(({ value }) => value), content.barcodeValue].flatMap(namesIn)
  const photo = content.photoField === null ? [] : [content.photoField]
  return {
    ...headOf(row, workflow),
    ...content,
    logo: row.logo ?? null,
    withoutBarcode: [...walletsWithoutBarcode(content.wallets, content.barcodeFormat)],
    unknownFields: [...unknownNames(workflow.definition, [...names, ...photo])],
  }
}

/** Those whose enrollment design the actor knows of. */
const inSight = async (ctx: Context) => {
  const workflows = new Map((await listWorkflows(ctx)).map((row) => [row.id, row]))
  return (await listDesigns(ctx, limit.most)).flatMap((row) => {
    const workflow = workflows.get(row.workflow_design_id)
    return workflow === undefined ? [] : [{ row, workflow }]
  })
}

export const list = async (ctx: Context): Promise<Wire[]> =>
  (await inSight(ctx)).map(({ row, workflow }) => present(row, workflow))

export const summarize = async (ctx: Context): Promise<Summary[]> =>
  (await inSight(ctx)).map(({ row, workflow }) => ({
    ...headOf(row, workflow),
    wallets: row.content.wallets,
  }))

export type PassDesign = StoredPassDesign

/** With its enrollment design. @throws ISSUANCE_FLASH_PASS_DESIGN_NOT_FOUND also where the actor may not know of it */
export const designWithWorkflow = async (ctx: Context, id: string) => {
  const row = orNotFound(await findRow(ctx, 'flash_pass_designs', id))
  return { row, workflow: orNotFound(await readWorkflowDesign(ctx, row.workflow_design_id)) }
}

type Partly = Partial<Wire> & Pick<Wire, 'id'>

/** With the fields that are asked for; the id always. */
const narrowed = (wire: Wire, fields: string | undefined): Partly => {
  if (fields === undefined) return wire
  const asked = new Set(fields.split(','))
  const chosen = Object.entries(wire).filter(([name]) => asked.has(name))
  return { ...Object.fromEntries(chosen), id: wire.id }
}

/** @throws ISSUANCE_FLASH_PASS_DESIGN_NOT_FOUND */
export const read = async (ctx: Context, id: string, fields?: string) => {
  const { row, workflow } = await designWithWorkflow(ctx, id)
  return versioned(narrowed(present(row, workflow), fields), row.version)
}

/** @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND */
export const defaults = async (ctx: Context, workflowId: string) =>
  defaultFields((await workflowFor(ctx, workflowId)).definition)

const columnsOf = (ctx: Context, wanted: Wanted) => {
  const { name, description, workflowId, logo, ...content } = wanted
  return {
    name,
    name_key: foldName(name),
    description,
    workflow_design_id: workflowId,
    logo,
    content,
    modified_at: ctx.platform.clock.now(),
    modified_by: actorName(ctx),
  }
}

const rows = namedRows({
  ...rowsOf('flash_pass_designs'),
  entity: 'CREDENTIALDESIGNS',
  action: 'FLASH_PASS_DESIGN',
  missing: 'ISSUANCE_FLASH_PASS_DESIGN_NOT_FOUND',
  taken: { flash_pass_designs_tenant_id_name_key_key: 'ISSUANCE_FLASH_PASS_DESIGN_EXISTS' },
  used: 'ISSUANCE_FLASH_PASS_DESIGN_IN_USE',
  expectRight: expectAllGroups,
  shown: ({ name, description, version, content }: StoredPassDesign) => ({
    name,
    description,
    version,
    wallets: content.wallets,
  }),
  present: async (row, ctx) => present(row, await workflowFor(ctx, row.workflow_design_id)),
})

/** @throws ISSUANCE_FLASH_PASS_DESIGN_EXISTS, ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND, rights_not_held */
export const create = async (ctx: Context, wanted: Wanted) => {
  expectAllGroups(ctx)
  await workflowFor(ctx, wanted.workflowId)
  return rows.create(ctx, async (ctx) => {
    await expectRoom(ctx, 'flash_pass_designs', limit)
    const columns = columnsOf(ctx, wanted)
    const begun = { ...newIds(ctx), created_at: columns.modified_at }
    return insertRow(ctx, 'flash_pass_designs', { ...begun, ...columns })
  })
}

interface Change {
  readonly id: string
  readonly wanted: Wanted
  readonly fields?: string | undefined
}

/** @throws as `create`, ISSUANCE_FLASH_PASS_DESIGN_NOT_FOUND, precondition_failed */
export const update = async (ctx: Context, { id, wanted, fields }: Change) => {
  await workflowFor(ctx, wanted.workflowId)
  const { value, version } = await rows.change(ctx, id, async (ctx) => {
    const after = await updateRow(ctx, 'flash_pass_designs', { id, ...columnsOf(ctx, wanted) })
    await designChanged(ctx, after)
    return after
  })
  return versioned(narrowed(value, fields), version)
}

/** @throws ISSUANCE_FLASH_PASS_DESIGN_NOT_FOUND, ISSUANCE_FLASH_PASS_DESIGN_IN_USE, precondition_failed */
export const { remove } = rows
