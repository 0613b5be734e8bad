import SendIcon from '@mui/icons-material/SendOutlined'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { DeletionMenu } from '../../../kit/deletion.tsx'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { type Collector, collectors, useCollectorTest } from './syslog-applications.queries.ts'

interface DialogProps {
  readonly collector: Collector
  readonly onClose: () => void
}

/** Sends a test message and shows whether the collector took it. */
const TestDialog = ({ collector: { id, host, port }, onClose }: DialogProps) => {
  const text = useText('resource')
  const test = useCollectorTest()
  const failure = test.data?.failure ?? null
  return (
    <Dialog
      isOpen
      width="sm"
      title={text('resource:syslog.test.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('common:actions.close')}</Button>
          <Button kind="primary" isPending={test.isPending} onClick={() => test.mutate(id)}>
            {text('resource:syslog.test.send')}
          </Button>
        </>
      }
    >
      <Stack spacing={2}>
        <span>{text('resource:syslog.test.text', { host: `${host}:${port}` })}</span>
        <ErrorNotice error={test.error} />
        {test.data?.delivered === true && (
          <Notice severity="success">{text('resource:syslog.test.delivered')}</Notice>
        )}
        {failure !== null && (
          <Notice severity="error">{text(`resource:syslog.failure.${failure}`)}</Notice>
        )}
      </Stack>
    </Dialog>
  )
}

/** What can be done with one collector, and the dialogs that ask. */
export const SyslogActions = ({ collector }: { readonly collector: Collector }) => {
  const text = useText('resource')
  const may = useMay()
  const [isTesting, setIsTesting] = useState(false)
  const { id, name } = collector
  return (
    <>
      {may(['APPLICATIONS', 'EDIT']) && (
        <Button icon={<SendIcon />} onClick={() => setIsTesting(true)}>
          {text('resource:syslog.test.action')}
        </Button>
      )}
      <DeletionMenu
        entity={collectors}
        id={id}
        name={name}
        typed={name}
        needs={['APPLICATIONS', 'REMOVE']}
        texts={{
          title: text('resource:applications.deletes.title'),
          action: text('resource:applications.deletes.action'),
          text: text('resource:syslog.deleteText', { name }),
          done: text('resource:applications.deletes.done', { name }),
        }}
        listPath="/applications"
      />
      {isTesting && <TestDialog collector={collector} onClose={() => setIsTesting(false)} />}
    </>
  )
}
