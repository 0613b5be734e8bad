import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { ToolPage } from '../../../kit/frames.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { emptyFlow } from './flow-form.ts'
import { useFlowWords } from './flow-words.ts'
import { allFlowsQuery, clonePath } from './flows.queries.ts'
import { NewFlow } from './NewFlow.tsx'

/** Flows of the service to begin with. */
const Beginnings = () => {
  const text = useText('resource')
  const { nameOf } = useFlowWords()
  const { data = [] } = useQuery(allFlowsQuery)
  const own = data.filter(({ system, outcome }) => system && outcome === 'ADMIT')
  if (own.length === 0) return null
  return (
    <Stack
      direction="row"
      component="nav"
      aria-label={text('resource:flows.beginWith')}
      sx={{ flexWrap: 'wrap', alignItems: 'center', mb: 2 }}
    >
      <Typography variant="body2" color="textSecondary" sx={{ mr: 1 }}>
        {text('resource:flows.beginWith')}
      </Typography>
      {own.map((flow) => (
        <Button key={flow.id} kind="plain" to={clonePath(flow.id)}>
          {nameOf(flow)}
        </Button>
      ))}
    </Stack>
  )
}

/** Adds a flow; nobody signs in by it until it is made the default. */
const NewFlowPage = () => {
  const text = useText('resource')
  return (
    <ToolPage
      title={text('common:pages.addAuthenticationFlow')}
      detail={text('resource:flows.emptyText')}
    >
      <Beginnings />
      <NewFlow initial={emptyFlow} />
    </ToolPage>
  )
}

export default NewFlowPage
