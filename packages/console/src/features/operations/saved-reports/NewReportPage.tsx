import { NewReport } from '@signet/contract/operations/saved-reports'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { z } from 'zod'
import { FormText } from '../../../kit/form-fields.tsx'
import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { DefinitionSection } from '../../../pickers/reports/DefinitionSection.tsx'
import {
  type Definition,
  DefinitionForm,
  definitionFields,
} from '../../../pickers/reports/definition-form.ts'
import { PreviewButton } from '../../../pickers/reports/PreviewButton.tsx'
import { ReportPreview } from '../../../pickers/reports/ReportPreview.tsx'
import { useDefinitionLabels } from '../../../pickers/reports/report-words.ts'
import { Section } from '../../../ui/Page.tsx'
import { reportQuery, reports } from './saved-reports.queries.ts'

const ReportForm = DefinitionForm.extend({ name: NewReport.shape.name })
type Fields = z.input<typeof ReportForm>

interface FormProps {
  /** What to begin with. */
  readonly like?: { readonly name: string; readonly definition: Definition }
}

/** What the audit report is narrowed by, as its address hands it over; null for none. */
const filterIn = (json: string | null): Definition['filter'] | null => {
  try {
    return NewReport.shape.filter.safeParse(JSON.parse(json ?? '')).data ?? null
  } catch {
    return null
  }
}

const eventsLike = (filter: Definition['filter']): Required<FormProps> => ({
  like: {
    name: '',
    definition: { kind: 'AUDIT_EVENTS', period: 'LAST_30_DAYS', columns: [], filter },
  },
})

const Form = ({ like }: FormProps) => {
  const text = useText('dashboard')
  const labels = useDefinitionLabels()
  const [previewed, setPreviewed] = useState<Definition | null>(null)
  const [initial] = useState(() => ({
    name: like?.name ?? '',
    ...definitionFields(like?.definition),
  }))
  return (
    <>
      <Section title={text('dashboard:reports.sections.report')}>
        <NewForm
          entity={reports}
          schema={ReportForm}
          initial={initial}
          labels={labels}
          saveLabel={text('dashboard:reports.actions.make')}
          actions={<PreviewButton prefix="" onPreview={setPreviewed} />}
          pathOf={({ id }) => `/reports/saved/${id}`}
          listPath="/reports/saved"
        >
          <FormText<Fields> name="name" label={labels.name} isRequired maxLength={100} />
          <DefinitionSection prefix="" />
        </NewForm>
      </Section>
      {previewed !== null && <ReportPreview definition={previewed} />}
    </>
  )
}

const Again = ({ id }: { readonly id: string }) => (
  <QueryView query={useQuery(reportQuery(id))}>{(like) => <Form like={like} />}</QueryView>
)

/** Has a report made: anew, again as another was (`?like=`), or of what is looked at (`?filter=`). */
const NewReportPage = () => {
  const text = useText('dashboard')
  const [parameters] = useSearchParams()
  const like = parameters.get('like')
  const filter = filterIn(parameters.get('filter'))
  return (
    <FormPage title={text('common:pages.newReport')} detail={text('dashboard:reports.addDetail')}>
      {like === null ? (
        <Form {...(filter === null ? {} : eventsLike(filter))} />
      ) : (
        <Again id={like} />
      )}
    </FormPage>
  )
}

export default NewReportPage
