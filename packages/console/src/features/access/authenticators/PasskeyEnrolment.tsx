import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { useOwnDeeds } from './authenticators.queries.ts'
import type { EnrolmentProps } from './ConfirmCode.tsx'
import { createPasskey, passkeyFailure } from './create-passkey.ts'

const useCreation = (onDone: () => void) => {
  const text = useText('userPortal')
  const { addPasskey } = useOwnDeeds()
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const create = async (name: string): Promise<void> => {
    if (isPending) return
    setIsPending(true)
    setFailure(null)
    try {
      await addPasskey(await createPasskey(), name)
      showMessage(text('userPortal:authenticators.passkey.added'))
      onDone()
    } catch (error) {
      setFailure(error)
      setIsPending(false)
    }
  }
  return { create, isPending, failure }
}

const FailureNotice = ({ failure }: { readonly failure: unknown }) => {
  const text = useText('userPortal')
  const reason = passkeyFailure(failure)
  if (reason !== null) {
    return <Notice severity="info">{text(`userPortal:authenticators.passkey.${reason}`)}</Notice>
  }
  return <ErrorNotice error={failure} isDetailed />
}

interface ButtonsProps {
  readonly isPending: boolean
  readonly onCancel: () => void
}

const Buttons = ({ isPending, onCancel }: ButtonsProps) => {
  const text = useText('userPortal')
  return (
    <Stack direction="row" spacing={1}>
      <Button type="submit" kind="primary" isPending={isPending}>
        {text('userPortal:authenticators.passkey.create')}
      </Button>
      <Button onClick={onCancel}>{text('common:actions.cancel')}</Button>
    </Stack>
  )
}

/** A passkey of this device or of a security key. */
export const PasskeyEnrolment = ({ onDone, onCancel }: EnrolmentProps) => {
  const text = useText('userPortal')
  const [name, setName] = useState('')
  const { create, isPending, failure } = useCreation(onDone)
  return (
    <Section
      title={text('userPortal:authenticators.passkey.create')}
      description={text('userPortal:authenticators.passkey.createText')}
    >
      <Stack
        component="form"
        noValidate
        spacing={2}
        sx={{ maxWidth: 420 }}
        onSubmit={(event) => {
          event.preventDefault()
          void create(name.trim())
        }}
      >
        {failure !== null && <FailureNotice failure={failure} />}
        <TextInput
          label={text('userPortal:authenticators.name')}
          hint={text('userPortal:authenticators.passkey.nameHint')}
          value={name}
          onChange={setName}
          maxLength={100}
        />
        <Buttons isPending={isPending} onCancel={onCancel} />
      </Stack>
    </Section>
  )
}
