import Download from '@mui/icons-material/FileDownloadOutlined'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { DeleteDialog } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu, type MenuAction } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { type Report, reports, useCancelling, useRenewal } from './saved-reports.queries.ts'
import { useDownloads } from './use-downloads.ts'

interface ReportProps {
  readonly report: Report
}

const isOpen = ({ state }: Report): boolean =>
  state === 'PENDING' || state === 'RUNNING' || state === 'PAUSED'

const useMenu = (report: Report, onDelete: () => void): readonly MenuAction[] => {
  const text = useText('dashboard')
  const may = useMay()
  const navigate = useNavigate()
  const cancel = useCancelling()
  const { id, name, state } = report
  const mayAdd = may(['REPORTS', 'ADD'])
  const cancelIt = async (): Promise<void> => {
    await cancel.mutateAsync(id)
    showMessage(text('dashboard:reports.cancelled', { name }))
  }
  const action = (key: 'again' | 'schedule' | 'cancel' | 'delete', onSelect: () => void) => ({
    label: text(`dashboard:reports.actions.${key}`),
    onSelect,
  })
  const goTo = (path: string) => () => void navigate(`${path}?like=${id}`)
  return [
    ...(mayAdd ? [action('again', goTo('/reports/saved/add'))] : []),
    ...(may(['SCHEDULEDTASKS', 'ADD']) ? [action('schedule', goTo('/scheduledTasks/add'))] : []),
    ...(mayAdd && isOpen(report) ? [action('cancel', () => void cancelIt())] : []),
    ...(may(['REPORTS', 'REMOVE']) && state !== 'RUNNING'
      ? [{ ...action('delete', onDelete), isDestructive: true }]
      : []),
  ]
}

const Deleting = ({ report, onClose }: ReportProps & { readonly onClose: () => void }) => {
  const text = useText('dashboard')
  const { id, name } = report
  const texts = {
    title: text('dashboard:reports.deletes.title'),
    action: text('dashboard:reports.actions.delete'),
    text: text('dashboard:reports.deletes.text', { name }),
    done: text('dashboard:reports.deletes.done', { name }),
  }
  return <DeleteDialog entity={reports} {...{ id, texts, onClose }} listPath="/reports/saved" />
}

/** A report that waits for rights goes on under those of whoever lends them. */
const Renew = ({ report: { id, name, state } }: ReportProps) => {
  const text = useText('dashboard')
  const may = useMay()
  const renew = useRenewal()
  if (state !== 'PAUSED' || !may(['REPORTS', 'ADD'])) return null
  const goOn = async (): Promise<void> => {
    await renew.mutateAsync(id)
    showMessage(text('dashboard:reports.renewed', { name }))
  }
  return (
    <Button kind="primary" isPending={renew.isPending} onClick={() => void goOn()}>
      {text('dashboard:reports.actions.renew')}
    </Button>
  )
}

/** What can be done with one report, and the dialog that asks. */
export const ReportActions = ({ report }: ReportProps) => {
  const text = useText('common')
  const [isAsking, setIsAsking] = useState(false)
  const downloads = useDownloads()(report)
  const menu = useMenu(report, () => setIsAsking(true))
  return (
    <>
      <Renew report={report} />
      {downloads.map(({ label, onSelect }) => (
        <Button key={label} icon={<Download />} onClick={onSelect}>
          {label}
        </Button>
      ))}
      <ActionMenu actions={menu} label={text('common:list.rowActions', { name: report.name })} />
      {isAsking && <Deleting report={report} onClose={() => setIsAsking(false)} />}
    </>
  )
}
