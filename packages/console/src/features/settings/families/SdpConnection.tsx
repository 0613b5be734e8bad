import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReceivedOf } from '@signet/contract/kit/endpoint'
import { readSdpDeviceCode, testSdpConnection } from '@signet/contract/settings/sdp'
import type { Severity } from '@signet/rules/severity'
import { useMutation } from '@tanstack/react-query'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'

type DeviceCode = ReceivedOf<typeof readSdpDeviceCode>
type Report = ReceivedOf<typeof testSdpConnection>
type Outcome = Report['steps'][number]['outcome']

const severities: Readonly<Record<Outcome, Severity>> = {
  DONE: 'OK',
  FAILED: 'ERROR',
  NOT_REACHED: 'UNKNOWN',
}

/** What is typed at the service, and where. */
const ShownCode = ({ code }: { readonly code: DeviceCode }) => {
  const text = useText('settings')
  const { userCode, failure } = code
  const address = code.verificationUriComplete ?? code.verificationUri
  if (userCode === null || address === null) {
    return (
      <Notice severity="error">
        {text('settings:sdp.connect.failed', { reason: failure ?? '' })}
      </Notice>
    )
  }
  return (
    <Stack spacing={1}>
      <Typography variant="body2">{text('settings:sdp.connect.agree')}</Typography>
      <Link href={address} target="_blank" rel="noreferrer" variant="body2">
        {address}
      </Link>
      <CopyText text={userCode} label={text('settings:sdp.connect.copy')} />
    </Stack>
  )
}

const ShownReport = ({ report }: { readonly report: Report }) => {
  const text = useText('settings')
  const { connected, steps } = report
  return (
    <Stack spacing={1.5}>
      <Notice severity={connected ? 'success' : 'error'}>
        {text(connected ? 'settings:sdp.connect.done' : 'settings:sdp.connect.refused')}
      </Notice>
      <Stack component="ol" spacing={0.75} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {steps.map(({ step, outcome, detail }) => (
          <Stack
            component="li"
            direction="row"
            spacing={1.5}
            key={step}
            useFlexGap
            sx={{ flexWrap: 'wrap' }}
          >
            <Tag
              label={text(`settings:email.outcomes.${outcome}`)}
              severity={severities[outcome]}
            />
            <Typography variant="body2">{text(`settings:sdp.steps.${step}`)}</Typography>
            <Typography
              variant="body2"
              color="textSecondary"
              sx={{ overflowWrap: 'anywhere', minWidth: 0 }}
            >
              {detail}
            </Typography>
          </Stack>
        ))}
      </Stack>
    </Stack>
  )
}

/** Connects the service by a code that is typed there, and tells how far a call comes. */
export const SdpConnection = () => {
  const text = useText('settings')
  const asking = useMutation({ mutationFn: () => call(readSdpDeviceCode) })
  const trial = useMutation({ mutationFn: () => call(testSdpConnection) })
  const error = asking.error ?? trial.error
  const buttons = (
    <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
      <Button onClick={() => asking.mutate()} isPending={asking.isPending}>
        {text('settings:sdp.connect.action')}
      </Button>
      <Button onClick={() => trial.mutate()} isPending={trial.isPending}>
        {text('settings:sdp.connect.test')}
      </Button>
    </Stack>
  )
  return (
    <Section
      title={text('settings:sdp.connect.title')}
      description={text('settings:sdp.connect.description')}
      actions={buttons}
    >
      <ErrorNotice error={error} />
      {asking.data !== undefined && <ShownCode code={asking.data} />}
      {trial.data !== undefined && <ShownReport report={trial.data} />}
    </Section>
  )
}
