import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { FormPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { EnrollmentForm, type Written } from './EnrollmentForm.tsx'
import { enrollmentPath, printParameter } from './enrollment-paths.ts'
import { type Form, formQuery, useEnrollmentChanges } from './enrollments.queries.ts'
import { filledIn } from './values.ts'

const NewPerson = ({ form }: { readonly form: Form }) => {
  const text = useText('issuancePortal')
  const navigate = useNavigate()
  const { create } = useEnrollmentChanges()
  const { id: workflowId, name } = form.workflow
  const save = async ({ values, group, draft, isToPrint }: Written) => {
    const body = { values: filledIn(form, values), groupId: group?.id ?? null, draft }
    const made = await create.mutateAsync({ workflowId, body })
    return () => {
      showMessage(text('issuancePortal:enrollments.saved', { name: made.title }))
      const path = enrollmentPath(workflowId, made.id)
      void navigate(isToPrint ? `${path}?${printParameter}=1` : path)
    }
  }
  return (
    <FormPage title={text('common:pages.newEnrollment')} detail={name}>
      <EnrollmentForm form={form} initial={{ values: form.values, group: null }} onSave={save} />
    </FormPage>
  )
}

/** Enrols somebody by a design. */
const NewEnrollmentPage = () => {
  const { workflowId = '' } = useParams()
  return (
    <QueryView query={useQuery(formQuery(workflowId))} isPage>
      {(form) => <NewPerson form={form} />}
    </QueryView>
  )
}

export default NewEnrollmentPage
