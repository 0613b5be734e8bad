import Paper from '@mui/material/Paper'
import { useNavigate } from 'react-router'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { PageHeader } from '../../../ui/Page.tsx'
import { usePassthroughChanges } from './passthrough.queries.ts'
import {
  emptyPassthrough,
  PassthroughFields,
  PassthroughForm,
  usePassthroughLabels,
} from './passthrough-form.tsx'

const initial = { value: emptyPassthrough, etag: null }
const list = '/settings/passthrough'

const NewPassthroughPage = () => {
  const text = useText('settings')
  const navigate = useNavigate()
  const { create } = usePassthroughChanges()
  return (
    <>
      <PageHeader title={text('common:pages.addPassthrough')} />
      <Paper variant="outlined" sx={{ p: 2.5 }}>
        <EntityForm
          schema={PassthroughForm}
          initial={initial}
          labels={usePassthroughLabels()}
          save={(wanted) => create.mutateAsync(wanted)}
          onCancel={() => void navigate(list)}
          onSaved={() => {
            showMessage(text('settings:connectors.passthrough.saved'))
            void navigate(list)
          }}
        >
          <PassthroughFields saved="" />
        </EntityForm>
      </Paper>
    </>
  )
}

export default NewPassthroughPage
