import KeyIcon from '@mui/icons-material/KeyOutlined'
import { useState } from 'react'
import { DeletionMenu } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import { type Program, programsOf } from './api-applications.queries.ts'
import { RotateSecretDialog } from './RotateSecretDialog.tsx'
import { SharedSecretDialog } from './SharedSecretDialog.tsx'

interface ProgramProps {
  readonly program: Program
}

/** What can be done with one program, and the dialogs that ask. */
export const ApiApplicationActions = ({ program }: ProgramProps) => {
  const text = useText('resource')
  const mayEdit = useMay()(['APPLICATIONS', 'EDIT'])
  const [isRotating, setIsRotating] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const { id, name, applicationType } = program
  const close = (): void => setIsRotating(false)
  const rotate: MenuAction = {
    label: text('resource:apiApplications.secret.action'),
    icon: <KeyIcon fontSize="small" />,
    onSelect: () => setIsRotating(true),
  }
  return (
    <>
      <DeletionMenu
        entity={programsOf(applicationType)}
        id={id}
        name={name}
        typed={name}
        needs={['APPLICATIONS', 'REMOVE']}
        actions={mayEdit ? [rotate] : []}
        texts={{
          title: text('resource:applications.deletes.title'),
          action: text('resource:applications.deletes.action'),
          text: text('resource:apiApplications.deleteText', { name }),
          done: text('resource:applications.deletes.done', { name }),
        }}
        listPath="/applications"
      />
      {isRotating && <RotateSecretDialog {...{ program }} onMade={setSecret} onClose={close} />}
      {secret !== null && (
        <SharedSecretDialog {...{ name, secret }} onClose={() => setSecret(null)} />
      )}
    </>
  )
}
