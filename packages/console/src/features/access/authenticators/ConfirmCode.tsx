import Stack from '@mui/material/Stack'
import { foldCode } from '@signet/rules/codes'
import { useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { fieldFailure } from '../../../lib/show-failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'

export interface EnrolmentProps {
  /** It is there. */
  readonly onDone: () => void
  readonly onCancel: () => void
}

interface ConfirmCodeProps extends EnrolmentProps {
  readonly confirm: (code: string) => Promise<unknown>
}

const codeLength = 6

/** The first code proves that the app has the key. */
const useConfirmation = ({ confirm, onDone }: ConfirmCodeProps) => {
  const text = useText('userPortal')
  const [isPending, setIsPending] = useState(false)
  const [fault, setFault] = useState<string | undefined>()
  const send = async (code: string): Promise<void> => {
    if (isPending) return
    setIsPending(true)
    setFault(undefined)
    try {
      await confirm(code)
      showMessage(text('userPortal:authenticators.app.added'))
      onDone()
    } catch (failure) {
      setFault(fieldFailure(failure))
      setIsPending(false)
    }
  }
  return { send, isPending, fault }
}

/** Takes the code that an app shows. */
export const ConfirmCode = (props: ConfirmCodeProps) => {
  const text = useText('userPortal')
  const [code, setCode] = useState('')
  const { send, isPending, fault } = useConfirmation(props)
  const digits = foldCode(code)
  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      sx={{ maxWidth: 320 }}
      onSubmit={(event) => {
        event.preventDefault()
        void send(digits)
      }}
    >
      <TextInput
        label={text('userPortal:authenticators.app.code')}
        hint={text('userPortal:authenticators.app.codeHint')}
        error={fault}
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        maxLength={10}
        autoFocus
      />
      <Stack direction="row" spacing={1}>
        <Button
          type="submit"
          kind="primary"
          isPending={isPending}
          isDisabled={digits.length < codeLength}
        >
          {text('userPortal:authenticators.app.confirm')}
        </Button>
        <Button onClick={props.onCancel}>{text('common:actions.cancel')}</Button>
      </Stack>
    </Stack>
  )
}
