import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { EditForm } from '../../../kit/EditForm.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import type { Definition } from '../../../pickers/reports/definition-form.ts'
import { PreviewButton } from '../../../pickers/reports/PreviewButton.tsx'
import { ReportPreview } from '../../../pickers/reports/ReportPreview.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { type Task, tasks } from './scheduled-tasks.queries.ts'
import { TaskFields } from './TaskFields.tsx'
import { fieldsOf, TaskForm, useFieldLabels } from './task-form.ts'
import { useReasonWords } from './task-words.ts'

interface TabProps {
  readonly read: Tagged<Task>
}

interface EditorProps extends TabProps {
  readonly onPreview: (definition: Definition) => void
}

const Editor = ({ read, onPreview }: EditorProps) => {
  const text = useText('dashboard')
  const may = useMay()
  const { labels } = useFieldLabels()
  const { recipients } = read.value
  return (
    <EditForm
      entity={tasks}
      read={read}
      formOf={fieldsOf}
      schema={TaskForm}
      labels={labels}
      isReadOnly={!may(['SCHEDULEDTASKS', 'EDIT'])}
      actions={<PreviewButton prefix="report." onPreview={onPreview} />}
      saved={({ name }) => text('dashboard:tasks.saved', { name })}
    >
      <TaskFields people={recipients.map((one) => ({ id: one.id, name: one.userId }))} />
    </EditForm>
  )
}

/** What is mailed, when, and to whom. */
export const GeneralTab = ({ read }: TabProps) => {
  const text = useText('dashboard')
  const reasonWords = useReasonWords()
  const { date } = useFormats()
  const [previewed, setPreviewed] = useState<Definition | null>(null)
  const { pausedReason, ownerName, updatedAt } = read.value
  return (
    <Stack spacing={2}>
      {pausedReason !== null && (
        <Notice severity="error">
          {text('dashboard:tasks.paused', { reason: reasonWords(pausedReason) })}
        </Notice>
      )}
      <Section
        title={text('dashboard:tasks.tabs.general')}
        description={text('dashboard:tasks.owner', { name: ownerName, at: date(updatedAt) })}
      >
        <Editor read={read} onPreview={setPreviewed} />
      </Section>
      {previewed !== null && <ReportPreview definition={previewed} />}
    </Stack>
  )
}
