import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { PeopleList } from './WaysView.tsx'
import { type Statement, statementsQuery, useHold } from './weakest-ways.queries.ts'

const severities = { HOLDS: 'OK', BROKEN: 'ERROR', UNKNOWN: 'UNKNOWN' } as const

interface StatementProps {
  readonly statement: Statement
}

const HoldButton = ({ statement: { held, state } }: StatementProps) => {
  const text = useText('resource')
  const hold = useHold()
  const may = useMay()
  if (!may(['SETTINGS', 'EDIT'])) return null
  return (
    <Button
      isPending={hold.isPending}
      isDisabled={!held && state !== 'HOLDS'}
      onClick={() => hold.mutate(!held)}
    >
      {text(held ? 'resource:weakestWays.release' : 'resource:weakestWays.hold')}
    </Button>
  )
}

const OneStatement = ({ statement }: StatementProps) => {
  const text = useText('resource')
  const { state, held, people } = statement
  return (
    <Section
      title={text('resource:weakestWays.statements.administrators_phishing_resistant')}
      description={text(held ? 'resource:weakestWays.held' : 'resource:weakestWays.notHeld')}
      actions={
        <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center' }}>
          <Tag severity={severities[state]} label={text(`resource:weakestWays.states.${state}`)} />
          <HoldButton statement={statement} />
        </Stack>
      }
    >
      {held && state === 'BROKEN' && (
        <Notice severity="error">{text('resource:weakestWays.brokenAll')}</Notice>
      )}
      <PeopleList people={people} empty={text('resource:weakestWays.noneBreaks')} />
    </Section>
  )
}

/** What holds of the ways to administrators, and whether it is held. */
export const StatementSection = () => (
  <QueryView query={useQuery(statementsQuery)}>
    {(statements) =>
      statements.map((statement) => <OneStatement key={statement.name} statement={statement} />)
    }
  </QueryView>
)
