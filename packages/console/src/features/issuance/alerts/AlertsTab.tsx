import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useReasonWords } from '../../../pickers/printing/reason-words.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { AddAlertDialog, ChangeAlertDialog } from './AlertDialog.tsx'
import { type Alert, alertsQuery, useAlertDeeds } from './alerts.queries.ts'

interface DialogProps {
  readonly alert: Alert
  readonly onClose: () => void
}

const RemoveDialog = ({ alert: { id, name }, onClose }: DialogProps) => {
  const text = useText('issuancePortal')
  const deeds = useAlertDeeds()
  const remove = async (): Promise<void> => {
    await deeds.remove(id)
    showMessage(text('issuancePortal:alerts.deleted', { name }))
  }
  return (
    <ConfirmAction
      title={name}
      confirmLabel={text('issuancePortal:alerts.delete')}
      isDestructive
      onConfirm={remove}
      onClose={onClose}
    >
      {text('issuancePortal:alerts.deleteText')}
    </ConfirmAction>
  )
}

/** What it is about and which printers, then those that it stands for. */
const Detail = ({ alert: { condition, printerIds, standing } }: { readonly alert: Alert }) => {
  const text = useText('issuancePortal')
  const { date } = useFormats()
  const reasonWords = useReasonWords()
  const wordsOf = (detail: string): string => detail.split(', ').map(reasonWords).join(', ')
  const which =
    printerIds === null
      ? text('issuancePortal:alerts.every')
      : text('issuancePortal:alerts.printers', { count: printerIds.length })
  return (
    <>
      <div>{`${text(`issuancePortal:alerts.conditions.${condition}`)} · ${which}`}</div>
      {standing.map(({ printerId, printerName, detail, since }) => (
        <div key={printerId}>
          {text('issuancePortal:alerts.standing', {
            printer: detail === '' ? printerName : `${printerName} (${wordsOf(detail)})`,
            since: date(since),
          })}
        </div>
      ))}
    </>
  )
}

interface Chosen {
  readonly deed: 'change' | 'remove'
  readonly alert: Alert
}

interface ListProps {
  readonly alerts: readonly Alert[]
  readonly mayEdit: boolean
  readonly onChoose: (chosen: Chosen) => void
}

const useActions = (onChoose: ListProps['onChoose']) => {
  const text = useText('issuancePortal')
  return (alert: Alert) => [
    {
      label: text('issuancePortal:alerts.change'),
      onSelect: () => onChoose({ deed: 'change', alert }),
    },
    {
      label: text('issuancePortal:alerts.delete'),
      isDestructive: true,
      onSelect: () => onChoose({ deed: 'remove', alert }),
    },
  ]
}

const List = ({ alerts, mayEdit, onChoose }: ListProps) => {
  const text = useText('issuancePortal')
  const actionsOf = useActions(onChoose)
  const tagOf = ({ enabled, standing }: Alert) => {
    if (!enabled) return <Tag label={text('issuancePortal:alerts.off')} severity="UNKNOWN" />
    if (standing.length === 0) return undefined
    const label = text('issuancePortal:alerts.printers', { count: standing.length })
    return <Tag label={label} severity="WARNING" />
  }
  return (
    <ItemList empty={text('issuancePortal:alerts.empty')}>
      {alerts.map((alert) => (
        <Item
          key={alert.id}
          title={alert.name}
          detail={<Detail alert={alert} />}
          tag={tagOf(alert)}
          actions={
            mayEdit && (
              <ActionMenu
                label={text('common:list.rowActions', { name: alert.name })}
                actions={actionsOf(alert)}
              />
            )
          }
        />
      ))}
    </ItemList>
  )
}

/** The alerts on printers, each with what stands. */
export const AlertsTab = () => {
  const text = useText('issuancePortal')
  const query = useQuery(alertsQuery)
  const [chosen, setChosen] = useState<Chosen | 'new' | null>(null)
  const mayEdit = useMay()(['SETTINGS', 'EDIT'])
  const onClose = (): void => setChosen(null)
  return (
    <Paper variant="outlined" sx={{ p: 2.5 }}>
      <Stack spacing={2}>
        <Typography variant="body2">{text('issuancePortal:alerts.text')}</Typography>
        <QueryView query={query}>
          {(alerts) => <List {...{ alerts, mayEdit }} onChoose={setChosen} />}
        </QueryView>
        {mayEdit && (
          <div>
            <Button onClick={() => setChosen('new')}>{text('issuancePortal:alerts.add')}</Button>
          </div>
        )}
      </Stack>
      {chosen === 'new' && <AddAlertDialog onClose={onClose} />}
      {chosen !== null && chosen !== 'new' && chosen.deed === 'change' && (
        <ChangeAlertDialog alert={chosen.alert} onClose={onClose} />
      )}
      {chosen !== null && chosen !== 'new' && chosen.deed === 'remove' && (
        <RemoveDialog alert={chosen.alert} onClose={onClose} />
      )}
    </Paper>
  )
}
