import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { readOtpProvider, updateOtpProvider } from '@signet/contract/settings/otpprovider'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { ConnectorSection } from '../../../pickers/connectors/ConnectorSection.tsx'
import { WeChatForm } from './WeChatForm.tsx'

const ways = ['sms', 'voice', 'messenger'] as const

/** Who carries codes to telephones. */
export const ProvidersTab = () => {
  const text = useText('settings')
  return (
    <Stack spacing={3}>
      {ways.map((way) => (
        <Stack key={way} spacing={1} component="section">
          <Typography variant="h3" component="h2">
            {text(`settings:codes.ways.${way}`)}
          </Typography>
          <ConnectorSection
            use="OTP"
            saved={`otp-${way}`}
            queryKey={['settings', 'otpprovider', way]}
            read={async (signal) => {
              const { value, etag } = await callWithEtag(readOtpProvider, { signal })
              return { value: value[way], etag }
            }}
            save={(connector) => callWithEtag(updateOtpProvider, { body: { [way]: connector } })}
          />
        </Stack>
      ))}
      <Stack spacing={1} component="section">
        <Typography variant="h3" component="h2">
          {text('settings:codes.weChat.title')}
        </Typography>
        <WeChatForm />
      </Stack>
    </Stack>
  )
}
