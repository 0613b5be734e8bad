import Stack from '@mui/material/Stack'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { mailStateQuery, useMailState } from '../../../pickers/mail-state/mail-state.queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { codeIn, confirmArrival } from './email-server.queries.ts'

const useConfirmation = () => {
  const text = useText('settings')
  const client = useQueryClient()
  return useMutation({
    mutationFn: confirmArrival,
    onSuccess: async (state) => {
      client.setQueryData(mailStateQuery.queryKey, state)
      showMessage(text('settings:email.test.confirmed'))
      await client.invalidateQueries({ queryKey: ['first-steps'] })
    },
  })
}

/** Uses the code of the link in the test email, once, and takes it out of the address. */
const useLinkedCode = (confirm: (code: string) => void): void => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const used = useRef<string | null>(null)
  useEffect(() => {
    const code = codeIn(search)
    if (code === null || used.current === code) return
    used.current = code
    confirm(code)
    void navigate('/settings/email', { replace: true })
  }, [search, navigate, confirm])
}

interface CodeFormProps {
  readonly isPending: boolean
  readonly onCode: (code: string) => void
}

const CodeForm = ({ isPending, onCode }: CodeFormProps) => {
  const text = useText('settings')
  const [code, setCode] = useState('')
  const digits = code.replaceAll(/\D/g, '')
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (digits.length === 6) onCode(digits)
  }
  return (
    <Stack component="form" noValidate spacing={2} sx={{ maxWidth: 320 }} onSubmit={handleSubmit}>
      <TextInput
        label={text('settings:email.test.code')}
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
      />
      <div>
        <Button type="submit" isPending={isPending} isDisabled={digits.length !== 6}>
          {text('settings:email.test.confirm')}
        </Button>
      </div>
    </Stack>
  )
}

/** Whether a test email arrived; until then its code is taken here, or from its link. */
export const Arrival = () => {
  const text = useText('settings')
  const { date } = useFormats()
  const { mutate, isPending, error } = useConfirmation()
  useLinkedCode(mutate)
  const test = useMailState()?.test ?? null
  if (test !== null && test.arrivedAt !== null) {
    return (
      <Notice severity="success">
        {text('settings:email.test.arrivedAt', { date: date(test.arrivedAt) })}
      </Notice>
    )
  }
  return (
    <>
      <ErrorNotice error={error} />
      {test?.taken === true && (
        <>
          <Notice severity="info">
            {text('settings:email.test.waiting', { date: date(test.sentAt) })}
          </Notice>
          <CodeForm isPending={isPending} onCode={mutate} />
        </>
      )}
    </>
  )
}
