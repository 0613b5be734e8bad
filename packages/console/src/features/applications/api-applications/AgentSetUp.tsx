import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import {
  beginApplicationSignIn,
  challengeApplicationSignIn,
  completeApplicationSignIn,
} from '@signet/contract/access/application-sign-in'
import { authenticateAdminApi } from '@signet/contract/applications/api-applications'
import { isAgentType } from '@signet/rules/applications'
import { Link as RouterLink } from 'react-router'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Page.tsx'
import type { Program } from './api-applications.queries.ts'

/** What it calls, in this order. */
const calls = {
  session: authenticateAdminApi,
  query: beginApplicationSignIn,
  challenge: challengeApplicationSignIn,
  authenticate: completeApplicationSignIn,
} as const

const callNames = ['session', 'query', 'challenge', 'authenticate'] as const

interface AgentSetUpProps {
  readonly program: Pick<Program, 'id' | 'applicationType'>
}

/** How an agent is told of this service; nothing for programs that are none. */
export const AgentSetUp = ({ program: { id, applicationType } }: AgentSetUpProps) => {
  const text = useText('resource')
  const mayAddRule = useMay()(['CONTEXTRULES', 'ADD'])
  if (!isAgentType(applicationType)) return null
  const addRule = (
    <Link component={RouterLink} to={`/rules/add/${id}`}>
      {text('resource:portal.addRule')}
    </Link>
  )
  return (
    <Section
      title={text('resource:apiApplications.setUp.title')}
      description={text('resource:apiApplications.setUp.text')}
      actions={mayAddRule && addRule}
    >
      <Stack spacing={1.5}>
        <Typography variant="body2">
          {text(`resource:apiApplications.setUp.place.${applicationType}`)}
        </Typography>
        <Facts
          facts={callNames.map((name) => ({
            label: text(`resource:apiApplications.setUp.calls.${name}`),
            value: <CopyText text={`${location.origin}${calls[name].path}`} />,
          }))}
        />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {text('resource:apiApplications.setUp.rules')}
        </Typography>
      </Stack>
    </Section>
  )
}
