import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { asksForProof } from '../../../lib/proof-wanted.ts'
import { ProofMissing } from '../../../pickers/step-up/ProofMissing.tsx'
import { useSession } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { QrCode } from '../../../ui/QrCode.tsx'
import { AppPicture } from './AppPicture.tsx'
import { ConfirmCode, type EnrolmentProps } from './ConfirmCode.tsx'
import {
  type StartedSoftToken,
  softTokenKey,
  startSoftToken,
  useSoftTokenConfirmation,
  useSoftTokenHandOver,
} from './soft-token.queries.ts'

type Way = Parameters<typeof startSoftToken>[0]

const columns = { direction: { xs: 'column', sm: 'row' }, spacing: 3 } as const

/** The address that the app opens: as a picture for the phone, as a link on it. */
const LinkPicture = ({ link, expiresAt }: NonNullable<StartedSoftToken['softToken']>) => {
  const text = useText('userPortal')
  const { date } = useFormats()
  return (
    <Stack spacing={1} sx={{ maxWidth: 260 }}>
      <QrCode value={link} label={text('userPortal:authenticators.softToken.picture')} />
      <Link href={link} target="_blank" rel="noreferrer" variant="body2">
        {text('userPortal:authenticators.softToken.open')}
      </Link>
      <CopyText text={link} label={text('userPortal:authenticators.softToken.copyLink')} />
      <Typography variant="caption" color="textSecondary">
        {text('userPortal:authenticators.softToken.until', { date: date(expiresAt) })}
      </Typography>
    </Stack>
  )
}

/** The same link for a device that a service of theirs manages. */
const HandOver = ({ id }: Pick<StartedSoftToken, 'id'>) => {
  const text = useText('userPortal')
  const handOver = useSoftTokenHandOver(id)
  const { mutate, isPending, error, data } = useMutation({ mutationFn: handOver })
  return (
    <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
      <Button onClick={() => mutate()} isPending={isPending}>
        {text('userPortal:authenticators.softToken.handOver')}
      </Button>
      <ErrorNotice error={error} />
      {data !== undefined && (
        <Notice severity={data ? 'success' : 'warning'}>
          {text(`userPortal:authenticators.softToken.${data ? 'handedOver' : 'notHandedOver'}`)}
        </Notice>
      )}
    </Stack>
  )
}

interface SetupProps extends EnrolmentProps {
  readonly token: StartedSoftToken
  readonly onWay: (way: Way) => void
}

const Setup = ({ token, onWay, ...then }: SetupProps) => {
  const text = useText('userPortal')
  const { sdpEnabled } = useSession().portal
  const confirm = useSoftTokenConfirmation(token.id)
  const { softToken, otpauthUri, secret } = token
  const isOnline = softToken !== null
  return (
    <Section
      title={text('userPortal:authenticators.softToken.scan')}
      description={text(`userPortal:authenticators.softToken.${isOnline ? 'text' : 'offlineText'}`)}
    >
      <Stack {...columns}>
        {isOnline ? (
          <LinkPicture {...softToken} />
        ) : (
          <AppPicture uri={otpauthUri ?? ''} secret={secret ?? ''} />
        )}
        <Stack spacing={3} sx={{ alignItems: 'flex-start' }}>
          <ConfirmCode confirm={confirm} {...then} />
          {isOnline && sdpEnabled && <HandOver id={token.id} />}
          <Button kind="plain" onClick={() => onWay(isOnline ? 'OFFLINE' : 'LINK')}>
            {text(`userPortal:authenticators.softToken.${isOnline ? 'offline' : 'online'}`)}
          </Button>
        </Stack>
      </Stack>
    </Section>
  )
}

/** The Signet Authenticator: it takes the token over, then proves it. */
export const SoftTokenEnrolment = (props: EnrolmentProps) => {
  const [way, setWay] = useState<Way>('LINK')
  // Each asking ends the link before it: it is asked for once, and forgotten when the page is left.
  const query = useQuery({
    queryKey: softTokenKey(way),
    queryFn: () => startSoftToken(way),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  return asksForProof(query.error) ? (
    <ProofMissing onRetry={() => void query.refetch()} />
  ) : (
    <QueryView query={query}>
      {(token) => <Setup token={token} onWay={setWay} {...props} />}
    </QueryView>
  )
}
