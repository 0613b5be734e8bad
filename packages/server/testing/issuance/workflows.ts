import { blankDesign, type Design } from '@signet/card/document'
import type { WorkflowDefinition, WorkflowField } from '@signet/card/enrolment/definition'
import { blankField } from '@signet/card/enrolment/generate'
import { blankShape } from '@signet/card/shapes/blank'
import { foldName } from '@signet/rules/text'
import type { Context } from '../../src/kit/context.ts'
import { createCredentialDesign } from '../../src/modules/issuance/credential-designs/index.ts'
import { replaceGroups } from '../../src/modules/issuance/workflow-designs/workflow-designs.repository.ts'
import { insertRow, newIds } from '../../src/platform/db/row-sets.ts'

/** What the fields of the built design may be given over. */
export type FieldChanges = Readonly<Record<string, object>>

const sequence = { prefix: 'S-', suffix: '', digits: 5, start: 1, step: 1 }

const field = (
  kind: WorkflowField['kind'],
  named: { readonly id: string; readonly name: string },
  own: object = {},
): WorkflowField => ({ ...blankField(kind, named), ...own })

const fields = (changes: FieldChanges): WorkflowField[] =>
  [
    field('TEXT', { id: 'number', name: 'Number' }, { sequence, unique: true }),
    field('TEXT', { id: 'first', name: 'First name' }, { mandatory: true }),
    field('TEXT', { id: 'last', name: 'Last name' }),
    field('TEXT', { id: 'mail', name: 'Mail' }, { unique: true }),
    field('TEXT', { id: 'site', name: 'Site' }, { readOnly: true, default: 'Bern' }),
    field('DATE', { id: 'birth', name: 'Birthday' }),
    field(
      'LIST',
      { id: 'faculty', name: 'Faculty' },
      { values: ['Law', 'Medicine'], default: 'Law' },
    ),
    field('PHOTO', { id: 'photo', name: 'Photo' }, { ratio: 0.75, longestSidePx: 400 }),
    field('SIGNATURE', { id: 'hand', name: 'Signature' }),
  ].map((each) => ({ ...each, ...changes[each.name] }))

const card = (): Design => {
  const blank = blankDesign()
  const shape = { ...blankShape('barcode', 'b', 'Barcode'), value: 'C{Number}' }
  return {
    ...blank,
    fields: ['Number', 'First name', 'Last name'].map((name) => ({
      name,
      type: 'TEXT',
      values: [],
    })),
    front: { ...blank.front, shapes: [shape] },
  }
}

interface Built {
  readonly workflowId: string
  readonly name: string
}

/** An enrolment design with a field of each kind, and the card of its people. */
export const buildWorkflow = async (
  ctx: Context,
  given: { readonly changes?: FieldChanges; readonly groups?: readonly string[] } = {},
): Promise<Built> => {
  const name = `Enrolment ${ctx.platform.ids.random(6).toString('hex')}`
  const design = await createCredentialDesign(ctx, { name, description: null, design: card() })
  const definition: WorkflowDefinition = {
    steps: [{ id: 'data', title: 'Data', fields: fields(given.changes ?? {}) }],
  }
  const { id: workflowId } = await insertRow(ctx, 'workflow_designs', {
    ...newIds(ctx),
    name,
    name_key: foldName(name),
    description: null,
    credential_design_id: design.value.id,
    definition,
    all_groups: given.groups === undefined,
    modified_at: ctx.platform.clock.now(),
    modified_by: 'test',
  })
  if (given.groups !== undefined) await replaceGroups(ctx, workflowId, given.groups)
  return { workflowId, name }
}
