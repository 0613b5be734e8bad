import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import type { Definition } from '../../../pickers/reports/definition-form.ts'
import { PreviewButton } from '../../../pickers/reports/PreviewButton.tsx'
import { ReportPreview } from '../../../pickers/reports/ReportPreview.tsx'
import { useSession } from '../../../session/session-context.tsx'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { modelQuery, useTaskChanges } from './scheduled-tasks.queries.ts'
import { TaskFields } from './TaskFields.tsx'
import { newTask, TaskForm, useFieldLabels } from './task-form.ts'

interface FormProps {
  /** A saved report to begin with. */
  readonly like?: { readonly name: string; readonly definition: Definition }
}

const Form = ({ like }: FormProps) => {
  const text = useText('dashboard')
  const navigate = useNavigate()
  const { user } = useSession()
  const { labels } = useFieldLabels()
  const { create } = useTaskChanges()
  const madeId = useRef('')
  const [previewed, setPreviewed] = useState<Definition | null>(null)
  const [initial] = useState(() => ({
    value: newTask({ ...like, recipient: user.id }),
    etag: null,
  }))
  const save = async (values: z.output<typeof TaskForm>): Promise<void> => {
    const { id, name } = await create.mutateAsync(values)
    showMessage(text('dashboard:tasks.created', { name }))
    madeId.current = id
  }
  return (
    <>
      <Section title={text('dashboard:tasks.tabs.general')}>
        <EntityForm
          schema={TaskForm}
          initial={initial}
          labels={labels}
          save={save}
          saveLabel={text('dashboard:tasks.add')}
          actions={<PreviewButton prefix="report." onPreview={setPreviewed} />}
          onCancel={() => void navigate('/scheduledTasks')}
          onSaved={() => void navigate(`/scheduledTasks/${madeId.current}`)}
        >
          <TaskFields people={[]} />
        </EntityForm>
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
    <>
      <PageHeader
        title={text('common:pages.addScheduledTask')}
        detail={text('dashboard:tasks.addDetail')}
      />
      {like === null ? <Form /> : <Like id={like} />}
    </>
  )
}

export default NewTaskPage
