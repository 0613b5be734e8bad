import { listCredentialDesigns } from '@signet/contract/issuance/credential-designs'
import {
  createWorkflowDesign,
  deleteWorkflowDesign,
  listWorkflowDesigns,
  readWorkflowDesign,
  updateWorkflowDesign,
  type WorkflowDesign,
  type WorkflowDesignSummary,
} from '@signet/contract/issuance/workflow-designs'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { callsOf } from '../../../kit/entity.ts'
import { call } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

export type WorkflowRow = z.output<typeof WorkflowDesignSummary>
export type WorkflowDetail = z.output<typeof WorkflowDesign>

const subject = 'workflow-designs'

/** The list comes whole. */
export const workflowsPageQuery = wholeListQuery<WorkflowRow>({
  subject,
  list: (signal) => call(listWorkflowDesigns, { signal }),
  nameOf: ({ name }) => name,
  wordsOf: ({ name, description, credentialDesignName }) => [
    name,
    description,
    credentialDesignName,
  ],
})

/** The cards that an enrollment can be about. */
export const cardsQuery = queryOptions({
  queryKey: [subject, 'cards'],
  queryFn: ({ signal }) => call(listCredentialDesigns, { signal }),
})

export const workflows = {
  subject,
  ...callsOf({
    read: readWorkflowDesign,
    create: createWorkflowDesign,
    update: updateWorkflowDesign,
    remove: deleteWorkflowDesign,
  }),
}
