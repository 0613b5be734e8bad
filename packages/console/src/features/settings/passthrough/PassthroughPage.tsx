import Paper from '@mui/material/Paper'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { EditForm } from '../../../kit/EditForm.tsx'
import { oneQuery, useRemove } from '../../../kit/entity.ts'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { type Passthrough, passthroughs } from './passthrough.queries.ts'
import {
  PassthroughFields,
  PassthroughForm,
  typedPassthrough,
  usePassthroughLabels,
} from './passthrough-form.tsx'

const list = '/settings/passthrough'

const Editor = ({ read }: { readonly read: Tagged<Passthrough> }) => {
  const text = useText('settings')
  const { id } = read.value
  return (
    <Paper variant="outlined" sx={{ p: 2.5 }}>
      <EditForm
        entity={passthroughs}
        read={read}
        formOf={typedPassthrough}
        schema={PassthroughForm}
        labels={usePassthroughLabels()}
        saved={() => text('settings:connectors.passthrough.saved')}
      >
        <PassthroughFields saved={`passthrough:${id}`} />
      </EditForm>
    </Paper>
  )
}

const PassthroughPage = () => {
  const text = useText('settings')
  const navigate = useNavigate()
  const id = useParams().passthroughId ?? ''
  const query = useQuery(oneQuery(passthroughs, id))
  const remove = useRemove(passthroughs)
  const [isRemoving, setRemoving] = useState(false)
  const title = text('settings:connectors.passthrough.remove')
  return (
    <DetailsPage
      title={query.data?.value.name ?? text('common:pages.passthrough')}
      actions={<Button onClick={() => setRemoving(true)}>{title}</Button>}
    >
      <QueryView query={query} skeleton={<FormSkeleton />}>
        {(read) => <Editor read={read} />}
      </QueryView>
      {isRemoving && (
        <ConfirmAction
          title={title}
          confirmLabel={title}
          isDestructive
          onConfirm={async () => {
            await remove.mutateAsync(id)
            showMessage(text('settings:connectors.passthrough.removed'))
            void navigate(list)
          }}
          onClose={() => setRemoving(false)}
        >
          {text('settings:connectors.passthrough.removeText')}
        </ConfirmAction>
      )}
    </DetailsPage>
  )
}

export default PassthroughPage
