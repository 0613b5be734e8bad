import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { CopyText } from '../../../ui/CopyText.tsx'
import { Section } from '../../../ui/Page.tsx'
import { FactsSkeleton } from '../../../ui/Skeletons.tsx'
import type { Application } from './application-types.ts'
import { issuerQuery } from './oidc-applications.queries.ts'

interface ValueProps {
  readonly label: string
  readonly value: string
}

const look = {
  px: 1,
  py: 0.5,
  mt: 0.25,
  mb: 1.25,
  mx: 0,
  borderRadius: 1,
  bgcolor: 'surface.sunken',
  fontSize: '0.8125rem',
  display: 'flex',
  justifyContent: 'space-between',
  '& > span': { width: '100%', justifyContent: 'space-between' },
}

const Value = ({ label, value }: ValueProps) => {
  const text = useText()
  return (
    <>
      <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
        {label}
      </Box>
      <Box component="dd" sx={look}>
        <CopyText text={value} label={`${text('common:actions.copy')}: ${label}`} />
      </Box>
    </>
  )
}

/** What the application's developers need to sign people in (OpenID Connect Discovery 1.0). */
export const ConnectPanel = ({ application }: { readonly application: Application }) => {
  const text = useText('resource')
  const { clientId, hasClientSecret } = application
  const query = useQuery(issuerQuery)
  return (
    <Section
      title={text('resource:applications.connect.title')}
      description={text(
        hasClientSecret
          ? 'resource:applications.connect.withSecret'
          : 'resource:applications.connect.withoutSecret',
      )}
    >
      <QueryView query={query} skeleton={<FactsSkeleton rows={3} />}>
        {(issuer) => (
          <Box component="dl" sx={{ m: 0 }}>
            <Value label={text('resource:applications.connect.clientId')} value={clientId} />
            <Value label={text('resource:applications.connect.issuer')} value={issuer} />
            <Value
              label={text('resource:applications.connect.discovery')}
              value={`${issuer}/.well-known/openid-configuration`}
            />
          </Box>
        )}
      </QueryView>
    </Section>
  )
}
