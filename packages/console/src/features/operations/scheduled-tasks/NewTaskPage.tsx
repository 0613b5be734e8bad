import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import type { Definition } from '../../../pickers/reports/definition-form.ts'
import { PreviewButton } from '../../../pickers/reports/PreviewButton.tsx'
import { ReportPreview } from '../../../pickers/reports/ReportPreview.tsx'
import { useSession } from '../../../session/session-context.tsx'
import { Section } from '../../../ui/Page.tsx'
import { modelQuery, tasks } from './scheduled-tasks.queries.ts'
import { TaskFields } from './TaskFields.tsx'
import { newTask, TaskForm, useFieldLabels } from './task-form.ts'

interface FormProps {
  /** A saved report to begin with. */
  readonly like?: { readonly name: string; readonly definition: Definition }
}

const Form = ({ like }: FormProps) => {
  const text = useText('dashboard')
  const { user } = useSession()
  const { labels } = useFieldLabels()
  const [previewed, setPreviewed] = useState<Definition | null>(null)
  const [initial] = useState(() => newTask({ ...like, recipient: user.id }))
  return (
    <>
      <Section title={text('dashboard:tasks.tabs.general')}>
        <NewForm
          entity={tasks}
          schema={TaskForm}
          initial={initial}
          labels={labels}
          saveLabel={text('dashboard:tasks.add')}
          actions={<PreviewButton prefix="report." onPreview={setPreviewed} />}
          made={({ name }) => text('dashboard:tasks.created', { name })}
          pathOf={({ id }) => `/scheduledTasks/${id}`}
          listPath="/scheduledTasks"
        >
          <TaskFields people={[]} />
        </NewForm>
      </Section>
      {previewed !== null && <ReportPreview definition={previewed} />}
    </>
  )
}

const Like = ({ id }: { readonly id: string }) => (
  <QueryView query={useQuery(modelQuery(id))}>{(like) => <Form like={like} />}</QueryView>
)

/** Has a report mailed at regular times: anew, or as a saved one was made (`?like=`). */
const NewTaskPage = () => {
  const text = useText('dashboard')
  const [parameters] = useSearchParams()
  const like = parameters.get('like')
  return (
    <FormPage
      title={text('common:pages.addScheduledTask')}
      detail={text('dashboard:tasks.addDetail')}
    >
      {like === null ? <Form /> : <Like id={like} />}
    </FormPage>
  )
}

export default NewTaskPage
