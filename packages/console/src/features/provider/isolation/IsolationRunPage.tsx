import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showFailure } from '../../../lib/show-failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { type RunDetail, runQuery, saveReport } from './isolation.queries.ts'
import { RunStateTag } from './RunStateTag.tsx'

interface RunProps {
  readonly run: RunDetail
}

const Summary = ({ run }: RunProps) => {
  const text = useText('serviceProvider')
  const { date, number } = useFormats()
  const fact = (
    key: 'startedAt' | 'endedAt' | 'calls' | 'controls' | 'digest' | 'previousDigest',
  ) => text(`serviceProvider:isolation.facts.${key}`)
  const { startedAt, endedAt } = run
  return (
    <Section title={text('serviceProvider:isolation.summary')}>
      <Facts
        facts={[
          { label: fact('startedAt'), value: startedAt === null ? null : date(startedAt) },
          { label: fact('endedAt'), value: endedAt === null ? null : date(endedAt) },
          { label: text('serviceProvider:isolation.columns.release'), value: run.release },
          { label: fact('calls'), value: number(run.calls) },
          { label: text('serviceProvider:isolation.columns.probes'), value: number(run.probes) },
          { label: fact('controls'), value: number(run.controls) },
          { label: fact('digest'), value: run.digest },
          { label: fact('previousDigest'), value: run.previousDigest },
        ]}
      />
    </Section>
  )
}

const Findings = ({ run: { found } }: RunProps) => {
  const text = useText('serviceProvider')
  return (
    <Section title={text('serviceProvider:isolation.found')}>
      <ItemList empty={text('serviceProvider:isolation.noneFound')}>
        {found.map(({ probe, fault, call, seen }) => (
          <Item
            key={`${probe} ${fault} ${call ?? ''} ${seen}`}
            title={text(`serviceProvider:isolation.faults.${fault}`)}
            detail={`${call ?? text('serviceProvider:isolation.unknownCall')} (${seen})`}
          />
        ))}
      </ItemList>
    </Section>
  )
}

const Coverage = ({ run: { totals } }: RunProps) => {
  const text = useText('serviceProvider')
  const { number } = useFormats()
  return (
    <Section title={text('serviceProvider:isolation.totals')}>
      <ItemList empty={text('serviceProvider:isolation.noTotals')}>
        {totals.map(({ probe, tried, refused }) => (
          <Item
            key={probe}
            title={text(`serviceProvider:isolation.probeNames.${probe}`)}
            detail={text('serviceProvider:isolation.tried', {
              tried: number(tried),
              refused: number(refused),
            })}
          />
        ))}
      </ItemList>
    </Section>
  )
}

const LeftOut = ({ run: { leftOut } }: RunProps) => {
  const text = useText('serviceProvider')
  return (
    <Section title={text('serviceProvider:isolation.leftOut')}>
      <ItemList empty={text('serviceProvider:isolation.noneLeftOut')}>
        {leftOut.map(({ probe, reason, calls }) => (
          <Item
            key={`${probe} ${reason}`}
            title={`${text(`serviceProvider:isolation.reasons.${reason}`)}: ${text(`serviceProvider:isolation.probeNames.${probe}`)}`}
            detail={calls.join(', ')}
          />
        ))}
      </ItemList>
    </Section>
  )
}

const Loaded = ({ run }: RunProps) => {
  const text = useText('serviceProvider')
  const { date } = useFormats()
  const isCompleted = run.state === 'COMPLETED'
  return (
    <DetailsPage
      title={text('serviceProvider:isolation.title', { date: date(run.requestedAt) })}
      tag={<RunStateTag run={run} />}
      actions={
        isCompleted && (
          <Button onClick={() => void saveReport(run.id).catch(showFailure)}>
            {text('serviceProvider:isolation.download')}
          </Button>
        )
      }
    >
      <Summary run={run} />
      {isCompleted && (
        <>
          <Findings run={run} />
          <Coverage run={run} />
          <LeftOut run={run} />
        </>
      )}
    </DetailsPage>
  )
}

/** One test: what it found, what it tried and what it left out. */
const IsolationRunPage = () => (
  <QueryView query={useQuery(runQuery(useParams().id ?? ''))} isPage>
    {(run) => <Loaded run={run} />}
  </QueryView>
)

export default IsolationRunPage
