import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { Failure } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { AlertFields, isWhole, typedAlert } from './AlertFields.tsx'
import { type Alert, alertQuery, type Change, useAlertDeeds } from './alerts.queries.ts'

const fresh: Change = {
  name: '',
  enabled: true,
  condition: 'SUPPLY_LOW',
  level: null,
  settleMinutes: 5,
  printerIds: null,
}

interface WriteProps {
  readonly title: string
  readonly initial: Change
  readonly save: (body: Change) => Promise<void>
  readonly onClose: () => void
}

const WriteDialog = ({ title, initial, save, onClose }: WriteProps) => {
  const text = useText('issuancePortal')
  const [draft, setDraft] = useState(initial)
  const run = async (): Promise<void> => {
    await save({ ...draft, name: draft.name.trim() })
    showMessage(text('issuancePortal:alerts.saved', { name: draft.name.trim() }))
  }
  return (
    <ConfirmAction
      title={title}
      confirmLabel={text('common:actions.save')}
      isIncomplete={!isWhole(draft)}
      onConfirm={run}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <AlertFields draft={draft} onChange={(change) => setDraft({ ...draft, ...change })} />
      </Stack>
    </ConfirmAction>
  )
}

export const AddAlertDialog = ({ onClose }: Pick<WriteProps, 'onClose'>) => {
  const text = useText('issuancePortal')
  const { add } = useAlertDeeds()
  return (
    <WriteDialog
      title={text('issuancePortal:alerts.add')}
      initial={fresh}
      save={add}
      onClose={onClose}
    />
  )
}

interface ChangeProps extends Pick<WriteProps, 'onClose'> {
  readonly alert: Pick<Alert, 'id' | 'name'>
}

/** Opens once the alert has been read as it is now, or could not be. */
export const ChangeAlertDialog = ({ alert: { id, name }, onClose }: ChangeProps) => {
  const text = useText('issuancePortal')
  const { data, error, refetch } = useQuery(alertQuery(id))
  const { change } = useAlertDeeds()
  const titleOf = (shown: string): string =>
    text('issuancePortal:alerts.changeTitle', { name: shown })
  if (data !== undefined) {
    const { value, etag } = data
    return (
      <WriteDialog
        key={etag}
        title={titleOf(value.name)}
        initial={typedAlert(value)}
        save={(body) => change(id, body, etag)}
        onClose={onClose}
      />
    )
  }
  return error === null ? null : (
    <Dialog isOpen title={titleOf(name)} onClose={onClose}>
      <Failure error={error} onRetry={() => void refetch()} />
    </Dialog>
  )
}
