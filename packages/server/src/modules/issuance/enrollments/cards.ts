import type { Context } from '../../../kit/context.ts'
import { readCredentialDesign } from '../credential-designs/index.ts'
import type { StoredWorkflow } from '../workflow-designs/index.ts'
import { present } from './enrollments.present.ts'
import { findPictures, type NamedEnrollment } from './enrollments.repository.ts'
import { findAll } from './enrollments.service.ts'
import { workflowOf } from './workflows.ts'

/** A record as it is printed now: its values, and the version of the design that they stand on. */
export interface CardOfRecord {
  readonly enrollmentId: string
  readonly title: string
  readonly groupId: string | null
  readonly enrollState: NamedEnrollment['enroll_state']
  readonly designId: string
  readonly designVersion: number
  readonly values: Readonly<Record<string, string>>
}

interface Base {
  readonly workflow: StoredWorkflow
  readonly designVersion: number
}

/** Each design is read once, however many records stand on it. */
const basesOf = async (ctx: Context, workflowIds: readonly string[]) => {
  const bases = new Map<string, Base>()
  for (const id of new Set(workflowIds)) {
    const workflow = await workflowOf(ctx, id)
    const design = await readCredentialDesign(ctx, workflow.credential_design_id)
    bases.set(id, { workflow, designVersion: design.version })
  }
  return bases
}

/** In the order asked for. @throws ISSUANCE_ENROLLMENT_NOT_FOUND when the actor does not see one */
export const cardsOfRecords = async (
  ctx: Context,
  ids: readonly string[],
): Promise<readonly CardOfRecord[]> => {
  const rows = await findAll(ctx, ids)
  const pictures = await findPictures(ctx, ids)
  const bases = await basesOf(
    ctx,
    rows.map(({ workflow_id }) => workflow_id),
  )
  return rows.flatMap((row) => {
    const base = bases.get(row.workflow_id)
    if (base === undefined) return []
    const { workflow, designVersion } = base
    return [
      {
        enrollmentId: row.id,
        title: row.title,
        groupId: row.group_id,
        enrollState: row.enroll_state,
        designId: workflow.credential_design_id,
        designVersion,
        values: present(row, workflow.definition, pictures).values,
      },
    ]
  })
}
