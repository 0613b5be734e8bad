import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { Token, TokenActivation } from '@signet/contract/authenticators/tokens'
import { foldCode } from '@signet/rules/codes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { fieldFailure } from '../../../lib/show-failure.ts'
import { MailHint } from '../../../pickers/mail-state/MailHint.tsx'
import { useMailToast } from '../../../pickers/mail-state/use-mail-toast.ts'
import { useSession } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { QrCode } from '../../../ui/QrCode.tsx'
import { FactsSkeleton } from '../../../ui/Skeletons.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { activationQuery, useUserTokenDeeds } from './user-tokens.queries.ts'

interface ActivationDialogProps {
  readonly userid: string
  /** The user's name. */
  readonly name: string
  readonly token: Pick<z.output<typeof Token>, 'id' | 'serialNumber'>
  readonly onClose: () => void
}

interface WayProps {
  readonly activation: z.output<typeof TokenActivation>
  readonly name: string
}

/** The picture, and the same to be copied. */
const Way = ({ activation: { softToken, otpauthUri, secret }, name }: WayProps) => {
  const text = useText('members')
  const { date } = useFormats()
  const kind = softToken === null ? 'other' : 'signet'
  return (
    <>
      <Typography variant="body2">
        {text(`members:users.authenticators.activation.${kind}`, { name })}
      </Typography>
      <QrCode
        value={softToken?.link ?? otpauthUri ?? ''}
        label={text('members:users.authenticators.activation.picture')}
      />
      <CopyText
        text={softToken?.link ?? secret ?? ''}
        label={text('members:users.authenticators.activation.copy')}
      />
      {softToken !== null && (
        <Typography variant="caption" color="textSecondary">
          {text('members:users.authenticators.activation.until', {
            date: date(softToken.expiresAt),
          })}
        </Typography>
      )}
    </>
  )
}

/** The same link by mail; what was shown before ends. */
const MailButton = ({ userid, name, token }: Omit<ActivationDialogProps, 'onClose'>) => {
  const text = useText('members')
  const { mailLink } = useUserTokenDeeds(userid)
  const { toUser } = useMailToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => mailLink(token.id),
    onSuccess: () => toUser(name),
  })
  return (
    <>
      <span>
        <Button onClick={() => mutate()} isPending={isPending}>
          {text('members:users.authenticators.activation.mail')}
        </Button>
      </span>
      <MailHint />
      <ErrorNotice error={error} />
    </>
  )
}

/** The same link for a device that a service of theirs manages. */
const HandOverButton = ({ userid, token }: Pick<ActivationDialogProps, 'userid' | 'token'>) => {
  const text = useText('members')
  const { handOver } = useUserTokenDeeds(userid)
  const { mutate, isPending, error, data } = useMutation({ mutationFn: () => handOver(token.id) })
  return (
    <>
      <span>
        <Button onClick={() => mutate()} isPending={isPending}>
          {text('members:users.authenticators.activation.handOver')}
        </Button>
      </span>
      <ErrorNotice error={error} />
      {data !== undefined && (
        <Notice severity={data ? 'success' : 'warning'}>
          {text(`members:users.authenticators.activation.${data ? 'handedOver' : 'notHandedOver'}`)}
        </Notice>
      )}
    </>
  )
}

const codeLength = 6

/** The code that the app shows ends the activation. */
const useCompletion = ({ userid, token, onClose }: ActivationDialogProps) => {
  const text = useText('members')
  const { complete } = useUserTokenDeeds(userid)
  const [code, setCode] = useState('')
  const [isPending, setIsPending] = useState(false)
  const [fault, setFault] = useState<string | undefined>()
  const digits = foldCode(code)
  const isReady = digits.length >= codeLength
  const run = async (): Promise<void> => {
    if (isPending || !isReady) return
    setIsPending(true)
    setFault(undefined)
    try {
      await complete(token.id, digits)
      showMessage(text('members:users.authenticators.activation.done'))
      onClose()
    } catch (failure) {
      setFault(fieldFailure(failure))
      setIsPending(false)
    }
  }
  return { code, setCode, isPending, isReady, fault, run }
}

/** An app takes the token over by what is shown here; its first code proves it. */
export const ActivationDialog = (props: ActivationDialogProps) => {
  const text = useText('members')
  const { portal } = useSession()
  const query = useQuery(activationQuery(props.token.id))
  const { code, setCode, isPending, isReady, fault, run } = useCompletion(props)
  const actions = (
    <>
      <Button onClick={props.onClose}>{text('common:actions.close')}</Button>
      <Button type="submit" kind="primary" isPending={isPending} isDisabled={!isReady}>
        {text('members:users.authenticators.activation.confirm')}
      </Button>
    </>
  )
  const title = text('members:users.authenticators.activation.title', {
    serial: props.token.serialNumber,
  })
  return (
    <Dialog isOpen {...{ title, actions }} onClose={props.onClose} onSubmit={() => void run()}>
      <QueryView query={query} skeleton={<FactsSkeleton rows={4} />}>
        {(activation) => (
          <Stack spacing={2}>
            <Way activation={activation} name={props.name} />
            {activation.softToken !== null && <MailButton {...props} />}
            {activation.softToken !== null && portal.sdpEnabled && <HandOverButton {...props} />}
            <TextInput
              label={text('members:users.authenticators.activation.code')}
              hint={text('members:users.authenticators.activation.codeHint', { name: props.name })}
              error={fault}
              value={code}
              onChange={setCode}
              autoComplete="off"
              maxLength={12}
            />
          </Stack>
        )}
      </QueryView>
    </Dialog>
  )
}
