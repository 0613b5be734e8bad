import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { createOtp } from '@signet/contract/authenticators/otps'
import { codeDeliveries } from '@signet/rules/code-deliveries'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { call } from '../../../lib/call.ts'
import { CallError } from '../../../lib/call-error.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { MailHint } from '../../../pickers/mail-state/MailHint.tsx'
import { useMailToast } from '../../../pickers/mail-state/use-mail-toast.ts'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Page.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { sentKeyOf } from './SentCodesSection.tsx'

interface SendCodeProps {
  readonly userid: string
  /** The user's name. */
  readonly name: string
}

type Delivery = (typeof codeDeliveries)[number]

/** Sends, and reads anew what was sent lately. */
const useSending = ({ userid, name }: SendCodeProps) => {
  const text = useText('members')
  const { date } = useFormats()
  const client = useQueryClient()
  const { isMissing, notSent } = useMailToast()
  return async (otpDeliveryType: Delivery | undefined): Promise<void> => {
    try {
      const { hint, expiresAt, ...sent } = await call(createOtp, {
        body: { userId: userid, ...(otpDeliveryType === undefined ? {} : { otpDeliveryType }) },
      })
      const until = date(expiresAt)
      if (isMissing && sent.otpDeliveryType === 'EMAIL') notSent()
      else showMessage(text('members:users.authenticators.sendCode.done', { hint, until }))
      await client.invalidateQueries({ queryKey: sentKeyOf(userid) })
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'no_otp') throw error
      showMessage(text('members:users.authenticators.sendCode.noWay', { name }), {
        icon: 'warning',
      })
    }
  }
}

interface SendCodeDialogProps extends SendCodeProps {
  readonly onClose: () => void
}

const SendCodeDialog = ({ onClose, ...props }: SendCodeDialogProps) => {
  const text = useText('members', 'settings')
  const send = useSending(props)
  const [way, setWay] = useState('')
  const delivery = codeDeliveries.find((each) => each === way)
  return (
    <ConfirmAction
      title={text('members:users.authenticators.sendCode.title')}
      confirmLabel={text('members:users.authenticators.sendCode.send')}
      onConfirm={() => send(delivery)}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <div>{text('members:users.authenticators.sendCode.text', { name: props.name })}</div>
        <SelectInput
          label={text('members:users.authenticators.sendCode.way')}
          placeholder={text('members:users.authenticators.sendCode.preferred')}
          value={way}
          options={optionsOf(codeDeliveries, (value) => text(`settings:codes.deliveries.${value}`))}
          onChange={setWay}
        />
        {(delivery === undefined || delivery === 'EMAIL') && <MailHint about="code" />}
      </Stack>
    </ConfirmAction>
  )
}

/** A code that an administrator has sent; it reaches a contact of the user's own and nobody else. */
export const SendCodeSection = (props: SendCodeProps) => {
  const text = useText('members')
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Section
      title={text('members:users.authenticators.sendCode.title')}
      actions={
        <Button onClick={() => setIsAsking(true)}>
          {text('members:users.authenticators.sendCode.send')}
        </Button>
      }
    >
      <Typography variant="body2">{text('members:users.authenticators.sendCode.about')}</Typography>
      {isAsking && <SendCodeDialog {...props} onClose={() => setIsAsking(false)} />}
    </Section>
  )
}
