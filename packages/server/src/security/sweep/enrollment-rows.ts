import { buildWorkflow } from '../../../testing/issuance/workflows.ts'
import type { Context } from '../../kit/context.ts'
import { createEnrollments } from '../../modules/issuance/enrollments/index.ts'
import { readWorkflowDesign } from '../../modules/issuance/workflow-designs/index.ts'

export const person = { 'First name': 'Ada', 'Last name': 'Lovelace' }

/** Somebody who is enrolled, with the design. */
export const buildEnrollment = async (
  ctx: Context,
  more: Readonly<Record<string, string>> = {},
) => {
  const { workflowId, name } = await buildWorkflow(ctx)
  const workflow = await readWorkflowDesign(ctx, workflowId)
  if (workflow === undefined) throw new Error('the built design is missing')
  const wanted = { values: { ...person, ...more }, draft: false }
  const [made] = await createEnrollments(ctx, workflow, [{ wanted, path: 'body' }])
  return { workflowId, workflowName: name, enrollmentId: made?.id ?? '' }
}
