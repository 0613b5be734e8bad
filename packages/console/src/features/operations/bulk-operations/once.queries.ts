import { fieldsOfWorkflow, isFiledField } from '@signet/card/enrolment/definition'
import { readNewEnrollment, summarizeEnrollments } from '@signet/contract/issuance/enrollments'
import { summarizeFlashPassDesigns } from '@signet/contract/issuance/flash-pass-designs'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'

interface Signalled {
  readonly signal: AbortSignal
}

/** The enrollment designs, as records of people are made and found by them. */
export const designsQuery = {
  queryKey: ['enrollments', 'summary'],
  queryFn: ({ signal }: Signalled) => call(summarizeEnrollments, { signal }),
}

/** The designs of passes for people of an enrollment design. */
export const passDesignsQuery = (workflowId: string) =>
  queryOptions({
    queryKey: ['flash-passes', 'designs', workflowId],
    queryFn: async ({ signal }) => {
      const designs = await call(summarizeFlashPassDesigns, { signal })
      return designs.filter((design) => design.workflowId === workflowId)
    },
  })

/** The names of the texts of an enrollment design. */
export const textFieldsQuery = (workflowId: string) =>
  queryOptions({
    queryKey: ['enrollments', 'texts', workflowId],
    queryFn: async ({ signal }) => {
      const { definition } = await call(readNewEnrollment, { params: { workflowId }, signal })
      return fieldsOfWorkflow(definition)
        .filter(({ kind }) => kind === 'TEXT')
        .map(({ name }) => name)
    },
  })

/** The names of the fields that a file fills. */
export const filedNames = async (workflowId: string): Promise<readonly string[]> => {
  const { definition } = await call(readNewEnrollment, { params: { workflowId } })
  return fieldsOfWorkflow(definition)
    .filter(isFiledField)
    .map(({ name }) => name)
}
