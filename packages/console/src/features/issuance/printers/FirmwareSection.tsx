import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { showFailure } from '../../../lib/show-failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Page.tsx'
import { type Info, useCare } from './fleet.queries.ts'
import { useMayChange } from './use-may-change.ts'

interface InstallProps {
  readonly printer: Info
  readonly version: string
  readonly onDone: () => void
  readonly onClose: () => void
}

const InstallDialog = ({ printer: { id, name }, version, onDone, onClose }: InstallProps) => {
  const text = useText('issuancePortal')
  const { install } = useCare()
  const run = async (): Promise<void> => {
    const { installed } = await install.mutateAsync(id)
    showMessage(text('issuancePortal:fleet.firmwareDone', { name, version: installed }))
    onDone()
  }
  return (
    <ConfirmAction
      title={text('issuancePortal:fleet.install')}
      confirmLabel={text('issuancePortal:fleet.install')}
      onConfirm={run}
      onClose={onClose}
    >
      {text('issuancePortal:fleet.firmwareNew', { version })}
    </ConfirmAction>
  )
}

interface FoundProps {
  readonly printer: Info
  readonly available: string | null
  readonly onDone: () => void
}

/** What the check found, and its installation. */
const Found = ({ printer, available, onDone }: FoundProps) => {
  const text = useText('issuancePortal')
  const mayChange = useMayChange()
  const [isInstalling, setIsInstalling] = useState(false)
  if (available === null) {
    return <Typography variant="body2">{text('issuancePortal:fleet.current')}</Typography>
  }
  return (
    <>
      <Typography variant="body2">
        {text('issuancePortal:fleet.firmwareNew', { version: available })}
      </Typography>
      {mayChange('EDIT') && (
        <Button kind="primary" onClick={() => setIsInstalling(true)}>
          {text('issuancePortal:fleet.install')}
        </Button>
      )}
      {isInstalling && (
        <InstallDialog
          {...{ printer, onDone }}
          version={available}
          onClose={() => setIsInstalling(false)}
        />
      )}
    </>
  )
}

/** What is installed, and whether there is newer. */
export const FirmwareSection = ({ printer }: { readonly printer: Info }) => {
  const text = useText('issuancePortal')
  const { check } = useCare()
  const ask = (): void =>
    check.mutate(printer.id, {
      onError: showFailure,
    })
  const action = (
    <Button isPending={check.isPending} onClick={ask}>
      {text('issuancePortal:fleet.check')}
    </Button>
  )
  return (
    <Section
      title={text('issuancePortal:printers.firmware')}
      description={text('issuancePortal:fleet.firmwareText')}
      actions={action}
    >
      <Stack spacing={1} role="status" sx={{ alignItems: 'flex-start' }}>
        <Typography variant="body2">{printer.firmware === '' ? '–' : printer.firmware}</Typography>
        {check.data !== undefined && (
          <Found printer={printer} available={check.data.available} onDone={() => check.reset()} />
        )}
      </Stack>
    </Section>
  )
}
