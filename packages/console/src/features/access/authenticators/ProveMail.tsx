import Stack from '@mui/material/Stack'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { useText } from '../../../lib/i18n.ts'
import { fieldFailure } from '../../../lib/show-failure.ts'
import { MailHint } from '../../../pickers/mail-state/MailHint.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Page.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import type { EnrolmentProps } from './ConfirmCode.tsx'
import { giveCode, sendCode } from './entrance.queries.ts'

interface CodeProps {
  readonly hint: string
  readonly onDone: () => void
}

const Code = ({ hint, onDone }: CodeProps) => {
  const text = useText('userPortal')
  const [code, setCode] = useState('')
  const give = useMutation({ mutationFn: giveCode, onSuccess: onDone })
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (code.trim() !== '') give.mutate(code.trim())
  }
  return (
    <Stack component="form" noValidate spacing={2} sx={{ maxWidth: 320 }} onSubmit={handleSubmit}>
      <TextInput
        label={text('userPortal:entrance.email.code')}
        hint={text('userPortal:entrance.email.codeText', { hint })}
        error={fieldFailure(give.error)}
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        autoFocus
      />
      <div>
        <Button type="submit" kind="primary" isPending={give.isPending}>
          {text('userPortal:entrance.email.confirm')}
        </Button>
      </div>
    </Stack>
  )
}

/** Sends a code to the own address, and takes it back. */
export const ProveMail = ({ onDone, onCancel }: EnrolmentProps) => {
  const text = useText('userPortal')
  const send = useMutation({ mutationFn: sendCode })
  return (
    <Section
      title={text('userPortal:entrance.email.title')}
      description={text('userPortal:entrance.email.text')}
    >
      <ErrorNotice error={send.error} />
      <MailHint about="code" />
      {send.data === undefined ? (
        <Stack direction="row" spacing={1}>
          <Button kind="primary" isPending={send.isPending} onClick={() => send.mutate()}>
            {text('userPortal:entrance.email.add')}
          </Button>
          <Button onClick={onCancel}>{text('common:actions.cancel')}</Button>
        </Stack>
      ) : (
        <Code hint={send.data.hint} onDone={onDone} />
      )}
    </Section>
  )
}
