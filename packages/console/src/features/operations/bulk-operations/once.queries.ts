import { fieldsOfWorkflow, isFiledField } from '@signet/card/enrolment/definition'
import { readNewEnrollment, summarizeEnrollments } from '@signet/contract/issuance/enrollments'
import { call } from '../../../lib/call.ts'

interface Signalled {
  readonly signal: AbortSignal
}

/** The enrollment designs, as records of people are made and found by them. */
export const designsQuery = {
  queryKey: ['enrollments', 'summary'],
  queryFn: ({ signal }: Signalled) => call(summarizeEnrollments, { signal }),
}

/** The names of the fields that a file fills. */
export const filedNames = async (workflowId: string): Promise<readonly string[]> => {
  const { definition } = await call(readNewEnrollment, { params: { workflowId } })
  return fieldsOfWorkflow(definition)
    .filter(isFiledField)
    .map(({ name }) => name)
}
