import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { readOtpProviders, updateOtpProviders } from '@signet/contract/provider/otp-providers'
import { DetailsPage } from '../../../kit/frames.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { ConnectorSection } from '../../../pickers/connectors/ConnectorSection.tsx'

const ways = ['sms', 'voice', 'messenger'] as const

/** What carries the codes of tenants that have no provider of their own. */
const OtpProvidersPage = () => {
  const text = useText('settings', 'serviceProvider')
  return (
    <DetailsPage
      title={text('common:pages.otpProviders')}
      detail={text('serviceProvider:otpProviders.text')}
    >
      <Stack spacing={3}>
        {ways.map((way) => (
          <Stack key={way} spacing={1} component="section">
            <Typography variant="h3" component="h2">
              {text(`settings:codes.ways.${way}`)}
            </Typography>
            <ConnectorSection
              use="OTP"
              saved={`provider-otp-${way}`}
              needs={['OTPPROVIDERS', 'EDIT']}
              queryKey={['otp-providers', way]}
              read={async (signal) => {
                const { value, etag } = await callWithEtag(readOtpProviders, { signal })
                return { value: value[way], etag }
              }}
              save={(connector) => callWithEtag(updateOtpProviders, { body: { [way]: connector } })}
            />
          </Stack>
        ))}
      </Stack>
    </DetailsPage>
  )
}

export default OtpProvidersPage
