import { type BulkKindName, bulkKindOf } from '@signet/rules/bulk'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/errors.ts'
import type { BulkMappingEntry } from '../../../../platform/db/schema/bulk-operations.ts'
import { expectTextField } from '../../../issuance/enrollments/index.ts'
import { designWithWorkflow } from '../../../issuance/flash-pass-designs/index.ts'
import { printSets } from '../../../issuance/print-jobs/index.ts'
import {
  readWorkflowDesign,
  type StoredWorkflow,
} from '../../../issuance/workflow-designs/index.ts'
import { faultBy, listIn, uuidOf } from '../bulk-work.ts'

/* Values that hold for all rows of an operation, and are told when it is begun. */

const isOnce = (kind: BulkKindName, column: string): boolean =>
  bulkKindOf(kind).columns.some(({ name, once }) => name === column && once === true)

/** The part of a mapping that was told once. */
export const toldOnce = (
  kind: BulkKindName,
  mapping: readonly BulkMappingEntry[],
): readonly BulkMappingEntry[] => mapping.filter(({ column }) => isOnce(kind, column))

const valueOf = (mapping: readonly BulkMappingEntry[], name: string): string | undefined =>
  mapping.find(({ column }) => column === name)?.value ?? undefined

/** The design that an operation is about; null where none is told, or the actor may not know of it. */
export const designTold = async (
  ctx: Context,
  mapping: readonly BulkMappingEntry[],
): Promise<StoredWorkflow | null> => {
  const id = uuidOf(valueOf(mapping, 'design'))
  return id === null ? null : ((await readWorkflowDesign(ctx, id)) ?? null)
}

/** The printers that an operation prints on, in turn, by their ids. */
export const printersIn = (value: string | undefined): readonly string[] => [
  ...new Set(listIn(value ?? '').flatMap((id) => uuidOf(id) ?? [])),
]

const mostPrinters = 20

const hasPrinters = async (
  ctx: Context,
  mapping: readonly BulkMappingEntry[],
  hopper?: string,
): Promise<boolean> => {
  const told = listIn(valueOf(mapping, 'printers') ?? '')
  const ids = printersIn(told.join(';'))
  if (ids.length === 0 || ids.length < told.length || ids.length > mostPrinters) return false
  return (await faultBy(() => printSets.printers(ctx, ids, hopper))) === null
}

/** The design of passes is one for people of the design that was told. */
const hasPassDesign = async (
  ctx: Context,
  mapping: readonly BulkMappingEntry[],
): Promise<boolean> => {
  const id = uuidOf(valueOf(mapping, 'passDesign'))
  if (id === null) return false
  const told = await designTold(ctx, mapping)
  const isSuch = async () => {
    const { row } = await designWithWorkflow(ctx, id)
    if (row.workflow_design_id !== told?.id) throw new ApiError('not_found')
  }
  return (await faultBy(isSuch)) === null
}

/** The field, by its name, is a text of the design. */
const hasTextField = async (
  ctx: Context,
  mapping: readonly BulkMappingEntry[],
): Promise<boolean> => {
  const told = await designTold(ctx, mapping)
  const field = valueOf(mapping, 'mailField') ?? ''
  if (told === null) return false
  return (await faultBy(() => expectTextField(told, { field, path: 'mailField' }))) === null
}

/** What must be there for the actor is. */
const checks: Readonly<
  Record<string, (ctx: Context, mapping: readonly BulkMappingEntry[]) => Promise<boolean>>
> = {
  design: async (ctx, mapping) => (await designTold(ctx, mapping)) !== null,
  passDesign: hasPassDesign,
  mailField: hasTextField,
  printers: (ctx, mapping) => hasPrinters(ctx, mapping),
  hopper: (ctx, mapping) => hasPrinters(ctx, mapping, valueOf(mapping, 'hopper')),
}

/** @throws invalid_parameters naming what was told and is not there for the actor */
export const expectTold = async (
  ctx: Context,
  mapping: readonly BulkMappingEntry[],
  path: string,
): Promise<void> => {
  for (const { column } of mapping) {
    if ((await checks[column]?.(ctx, mapping)) !== false) continue
    const fields = [{ path: `${path}.${column}`, message: 'is not there' }]
    throw new ApiError('invalid_parameters', { fields })
  }
}
