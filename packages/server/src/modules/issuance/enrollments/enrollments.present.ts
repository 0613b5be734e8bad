import { fieldsOfWorkflow, type WorkflowDefinition } from '@signet/card/enrolment/definition'
import { valuesByName } from '@signet/card/enrolment/record'
import type { Enrollment, EnrollmentSummary } from '@signet/contract/issuance/enrollments'
import { cardStatus } from '@signet/rules/status'
import type { z } from 'zod'
import type { StoredWorkflow } from '../workflow-designs/index.ts'
import type { ListedRecord } from './enrollment-lists.repository.ts'
import type { NamedEnrollment, StoredPicture } from './enrollments.repository.ts'
import { dataUrlOf } from './pictures.ts'

export type WireEnrollment = z.input<typeof Enrollment>
type Summary = z.input<typeof EnrollmentSummary>

const standing = (row: Omit<NamedEnrollment, 'search_text'>) => ({
  id: row.id,
  workflowId: row.workflow_id,
  groupId: row.group_id,
  groupName: row.group_name,
  title: row.title,
  enrollState: row.enroll_state,
  encodeState: row.encode_state,
  state: row.state,
  status: cardStatus({
    enrollState: row.enroll_state,
    encodeState: row.encode_state,
    state: row.state,
  }),
  createdAt: row.created_at,
  createdBy: row.created_by,
  modifiedAt: row.modified_at,
  modifiedBy: row.modified_by,
  version: row.version,
})

export const summaryOf = (row: ListedRecord, definition: WorkflowDefinition): Summary => ({
  ...standing(row),
  values: valuesByName(definition, row.content),
  thumbnail:
    row.thumbnail === null ? null : dataUrlOf({ mediaType: 'image/jpeg', content: row.thumbnail }),
})

/** With its pictures. */
export const present = (
  row: NamedEnrollment,
  definition: WorkflowDefinition,
  pictures: readonly StoredPicture[],
): WireEnrollment => {
  const shown = pictures
    .filter((each) => each.enrollment_id === row.id)
    .map((each) => [each.field, dataUrlOf({ mediaType: each.media_type, content: each.content })])
  const values = { ...row.content, ...Object.fromEntries(shown) }
  return { ...standing(row), values: valuesByName(definition, values) }
}

/** The first photo of a design: lists show it. */
export const photoField = ({ definition }: Pick<StoredWorkflow, 'definition'>): string | null =>
  fieldsOfWorkflow(definition).find(({ kind }) => kind === 'PHOTO')?.id ?? null

/** What the audit log keeps: who it is and where it stands, nothing else of the person. */
export const audited = (
  row: Pick<NamedEnrollment, 'workflow_id' | 'group_id' | 'enroll_state' | 'title' | 'version'>,
): Record<string, unknown> => ({
  title: row.title,
  workflowId: row.workflow_id,
  groupId: row.group_id,
  enrollState: row.enroll_state,
  version: row.version,
})

export const subjectOf = ({ id, title }: Pick<NamedEnrollment, 'id' | 'title'>) => ({
  entity: 'ENROLLMENTS',
  id,
  name: title,
})
