import Box from '@mui/material/Box'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { ToolPage } from '../../../kit/frames.tsx'
import { NoSuchPage } from '../../../kit/no-such-page.ts'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useLanguages } from '../../../kit/use-languages.ts'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import {
  type Place,
  pathOf,
  placeOf,
  resetTemplate,
  subject,
  type Template,
  templateQuery,
} from './email-templates.queries.ts'
import { TemplateEditor } from './TemplateEditor.tsx'

const ResetButton = ({ place }: { readonly place: Place }) => {
  const text = useText('customization')
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const reset = async (): Promise<void> => {
    await resetTemplate(place)
    await client.invalidateQueries({ queryKey: [subject] })
  }
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>
        {text('customization:emailTemplates.reset.action')}
      </Button>
      {isAsking && (
        <ConfirmAction
          title={text('customization:emailTemplates.reset.title')}
          confirmLabel={text('customization:emailTemplates.reset.action')}
          isDestructive
          onConfirm={reset}
          onClose={() => setIsAsking(false)}
        >
          {text('customization:emailTemplates.reset.text')}
        </ConfirmAction>
      )}
    </>
  )
}

interface LoadedProps {
  readonly place: Place
  readonly read: Tagged<Template>
}

const Loaded = ({ place, read }: LoadedProps) => {
  const text = useText('customization')
  const navigate = useNavigate()
  const mayEdit = useMay()(['EMAILTEMPLATES', 'EDIT'])
  const { customized } = read.value
  const state = customized ? 'own' : 'brought'
  return (
    <ToolPage
      title={text(`customization:emailTemplates.types.${place.type}`)}
      tag={
        <Tag
          label={text(`customization:emailTemplates.states.${state}`)}
          severity={customized ? 'INFO' : 'UNKNOWN'}
        />
      }
      actions={customized && mayEdit && <ResetButton place={place} />}
    >
      <Box sx={{ maxWidth: 280, mb: 2 }}>
        <SelectInput
          label={text('customization:emailTemplates.language')}
          value={place.locale}
          options={useLanguages()}
          onChange={(locale) => void navigate(`/emailTemplates/${place.type}/${locale}`)}
        />
      </Box>
      <TemplateEditor key={`${pathOf(place)} ${read.etag}`} {...{ place, read }} />
    </ToolPage>
  )
}

const TemplateOf = ({ place }: { readonly place: Place }) => {
  const query = useQuery(templateQuery(place))
  return (
    <QueryView query={query} isPage>
      {(read) => <Loaded place={place} read={read} />}
    </QueryView>
  )
}

/** One mail in one language: its source, and how it looks. */
const EmailTemplatePage = () => {
  const { type, locale } = useParams()
  const place = placeOf(type, locale)
  return place === null ? <NoSuchPage /> : <TemplateOf place={place} />
}

export default EmailTemplatePage
