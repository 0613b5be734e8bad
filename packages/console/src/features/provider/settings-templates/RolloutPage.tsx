import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link as RouterLink, useParams } from 'react-router'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Page.tsx'
import { FieldTable } from './FieldTable.tsx'
import {
  isAtWork,
  type RolloutAct,
  type RolloutDetail,
  rolloutQuery,
  templatePath,
  useRolloutAct,
} from './settings-templates.queries.ts'
import { StateTag } from './state-words.tsx'

interface RolloutProps {
  readonly rollout: RolloutDetail
}

/** What can be done now. */
const actsOf = (rollout: RolloutDetail): readonly RolloutAct[] => {
  if (isAtWork(rollout)) return ['stop']
  if (rollout.state === 'STOPPED') return ['resume', 'rollBack']
  return rollout.state === 'DONE' ? ['rollBack'] : []
}

const Actions = ({ rollout }: RolloutProps) => {
  const text = useText('serviceProvider')
  const mayEdit = useMay()(['TENANTS', 'EDIT'])
  const change = useRolloutAct(rollout.id)
  const [asked, setAsked] = useState<RolloutAct | null>(null)
  if (!mayEdit) return null
  return (
    <>
      {actsOf(rollout).map((act) => (
        <Button key={act} onClick={() => setAsked(act)}>
          {text(`serviceProvider:settingsTemplates.acts.${act}`)}
        </Button>
      ))}
      {asked !== null && (
        <ConfirmAction
          title={text(`serviceProvider:settingsTemplates.acts.${asked}`)}
          confirmLabel={text(`serviceProvider:settingsTemplates.acts.${asked}`)}
          isDestructive={asked === 'rollBack'}
          onConfirm={() => change.mutateAsync(asked)}
          onClose={() => setAsked(null)}
        >
          {text(`serviceProvider:settingsTemplates.actTexts.${asked}`)}
        </ConfirmAction>
      )}
    </>
  )
}

const TemplateLink = ({ rollout: { templateId } }: RolloutProps) => {
  const text = useText()
  return (
    <Link component={RouterLink} to={templatePath(templateId)}>
      {text('common:pages.settingsTemplate')}
    </Link>
  )
}

/** Who started it, and how long it watches. */
const useTerms = (rollout: RolloutDetail) => {
  const text = useText('serviceProvider', 'settings')
  const { date, number } = useFormats()
  const { startedBy, createdAt, watchMinutes, watchUntil, overwrite } = rollout
  const label = (
    key: 'template' | 'startedBy' | 'startedAt' | 'watchMinutes' | 'watchUntil' | 'overwrite',
  ) => text(`serviceProvider:settingsTemplates.${key}`)
  return [
    { label: label('template'), value: <TemplateLink rollout={rollout} /> },
    { label: label('startedBy'), value: startedBy },
    { label: label('startedAt'), value: date(createdAt) },
    {
      label: label('overwrite'),
      value: text(overwrite ? 'settings:weak.on' : 'settings:weak.off'),
    },
    { label: label('watchMinutes'), value: number(watchMinutes) },
    { label: label('watchUntil'), value: watchUntil === null ? '–' : date(watchUntil) },
  ]
}

/** What the watch has shown, and why it stopped. */
const useFindings = ({ stopReason, watched }: RolloutDetail) => {
  const text = useText('serviceProvider')
  const { number } = useFormats()
  const counts = (key: 'before' | 'after'): string => {
    if (watched === null) return '–'
    const { failed, all } = watched[key]
    const values = { failed: number(failed), all: number(all) }
    return text('serviceProvider:settingsTemplates.failedOf', values)
  }
  const reason =
    stopReason === null ? '–' : text(`serviceProvider:settingsTemplates.reasons.${stopReason}`)
  return [
    { label: text('serviceProvider:settingsTemplates.failuresBefore'), value: counts('before') },
    { label: text('serviceProvider:settingsTemplates.failuresAfter'), value: counts('after') },
    { label: text('serviceProvider:settingsTemplates.stopReason'), value: reason },
  ]
}

const Status = ({ rollout }: RolloutProps) => {
  const text = useText('serviceProvider')
  const facts = [...useTerms(rollout), ...useFindings(rollout)]
  return (
    <Section title={text('serviceProvider:settingsTemplates.state')}>
      <Facts facts={facts} />
    </Section>
  )
}

const Progress = ({ rollout }: RolloutProps) => {
  const text = useText('serviceProvider')
  const { number, date } = useFormats()
  const title = text('serviceProvider:settingsTemplates.progress')
  return (
    <Section title={title}>
      <FieldTable
        label={title}
        columns={[
          text('serviceProvider:settingsTemplates.tenant'),
          text('serviceProvider:settingsTemplates.stage'),
          text('serviceProvider:settingsTemplates.state'),
          text('serviceProvider:settingsTemplates.changedSettings'),
          text('serviceProvider:settingsTemplates.changedAt'),
        ]}
        rows={rollout.progress.map((each) => ({
          key: each.tenantId,
          cells: [
            each.companyName,
            text(
              each.canary
                ? 'serviceProvider:settingsTemplates.stages.canary'
                : 'serviceProvider:settingsTemplates.stages.other',
            ),
            <StateTag key="state" state={each.state} />,
            number(each.fields),
            each.changedAt === null ? '–' : date(each.changedAt),
          ],
        }))}
      />
    </Section>
  )
}

/** One rollout: its stage, the watch of the canary tenants, and each tenant. */
const RolloutPage = () => {
  const { id = '' } = useParams()
  const text = useText()
  return (
    <QueryView query={useQuery(rolloutQuery(id))} isPage>
      {(rollout) => (
        <DetailsPage
          title={text('common:pages.settingsRollout')}
          tag={<StateTag state={rollout.state} />}
          actions={<Actions rollout={rollout} />}
        >
          <Status rollout={rollout} />
          <Progress rollout={rollout} />
        </DetailsPage>
      )}
    </QueryView>
  )
}

export default RolloutPage
