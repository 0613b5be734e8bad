import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { FormSelect } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { type FieldName, useFieldLabels } from './application-forms.ts'
import { subjectsQuery } from './oidc-applications.queries.ts'

type Fields = Record<FieldName, unknown>

/** By what the application knows users. */
export const SubjectField = ({ saved }: { readonly saved: string | null }) => {
  const text = useText('resource')
  const { label } = useFieldLabels()
  const { data: choices = [] } = useQuery(subjectsQuery)
  const chosen: unknown = useWatch<Fields>({ name: 'subjectAttribute' })
  const attributes = choices.filter(({ id }) => id !== 'sub')
  // One that cannot be chosen any more is shown as it is.
  const isListed = saved === null || attributes.some(({ id }) => id === saved)
  const options = [
    ...attributes.map(({ id, name }) => ({ value: id, label: name })),
    ...(isListed ? [] : [{ value: saved, label: saved }]),
  ]
  return (
    <>
      <FormSelect<Fields>
        name="subjectAttribute"
        label={label('subjectAttribute')}
        hint={text('resource:applications.hints.subjectAttribute')}
        placeholder={text('resource:applications.internalSubject')}
        options={options}
      />
      {chosen !== saved && (
        <Notice severity="warning">{text('resource:applications.subjectWarning')}</Notice>
      )}
    </>
  )
}
