import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { FormText } from '../../../kit/form-fields.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import {
  type Draft,
  EmailTemplateDraft,
  type Place,
  readVersion,
  saveTemplate,
  subject,
  type Template,
  versionOf,
} from './email-templates.queries.ts'
import { Preview } from './Preview.tsx'
import { SourceField } from './SourceField.tsx'

const useLabels = () => {
  const text = useText('customization')
  return {
    subject: text('customization:emailTemplates.fields.subject'),
    body: text('customization:emailTemplates.fields.body'),
    text: text('customization:emailTemplates.fields.text'),
  }
}

/** Tells the page what is typed, for the preview beside the form. */
const Watch = ({ onDraft }: { readonly onDraft: (draft: Draft) => void }) => {
  const { watch, getValues } = useFormContext<Draft>()
  useEffect(() => {
    const { unsubscribe } = watch(() => onDraft(getValues()))
    return unsubscribe
  }, [watch, getValues, onDraft])
  return null
}

const inText = (kind: string): boolean => kind !== 'mark' && kind !== 'colour'

const Fields = ({ variables }: Pick<Template, 'variables'>) => {
  const labels = useLabels()
  const plain = variables.filter(({ kind }) => inText(kind))
  return (
    <>
      <FormText<Draft> name="subject" label={labels.subject} maxLength={200} isRequired />
      <SourceField name="body" label={labels.body} rows={22} variables={variables} />
      <SourceField name="text" label={labels.text} rows={10} variables={plain} />
    </>
  )
}

interface TemplateEditorProps {
  readonly place: Place
  readonly read: Tagged<Template>
}

/** The source of a mail with its preview beside it. */
export const TemplateEditor = ({ place, read }: TemplateEditorProps) => {
  const text = useText('customization')
  const client = useQueryClient()
  const labels = useLabels()
  const initial = versionOf(read, place)
  const [draft, setDraft] = useState<Draft>(initial.value)
  const handleSaved = (): void => {
    showMessage(text('common:form.saved'))
    void client.invalidateQueries({ queryKey: [subject] })
  }
  return (
    <Box
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { lg: 'minmax(0, 1fr) minmax(0, 1fr)' } }}
    >
      <Paper variant="outlined" sx={{ p: 2.5, minWidth: 0 }}>
        <EntityForm
          schema={EmailTemplateDraft}
          initial={initial}
          save={saveTemplate}
          reload={() => readVersion(place)}
          onSaved={handleSaved}
          labels={labels}
        >
          <Watch onDraft={setDraft} />
          <Fields variables={read.value.variables} />
        </EntityForm>
      </Paper>
      <Box sx={{ minWidth: 0 }}>
        <Preview draft={draft} />
      </Box>
    </Box>
  )
}
