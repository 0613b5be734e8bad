import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { DeletionMenu } from '../../../kit/deletion.tsx'
import { durationText } from '../../../kit/durations.ts'
import { oneQuery } from '../../../kit/entity.ts'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { LimitMeaning, useLimitLabels } from '../../../pickers/rate-limits/LimitFields.tsx'
import { useLimitWords } from '../../../pickers/rate-limits/limit-words.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Page.tsx'
import {
  editPolicyPath,
  type PolicyDetail,
  policies,
  policiesPath,
} from './rate-limiting.queries.ts'
import { useDeletionTexts } from './use-deletion-texts.ts'

interface PolicyProps {
  readonly policy: PolicyDetail
}

const Actions = ({ policy }: PolicyProps) => {
  const text = useText('serviceProvider')
  const { nameOf } = useLimitWords()
  const mayEdit = useMay()(['RATELIMITING', 'EDIT'])
  const { id } = policy
  return (
    <>
      {mayEdit && (
        <Button to={editPolicyPath(id)}>{text('serviceProvider:rateLimiting.edit')}</Button>
      )}
      <DeletionMenu
        entity={policies}
        id={id}
        name={nameOf(policy)}
        needs={['RATELIMITING', 'REMOVE']}
        texts={useDeletionTexts(policy)}
        listPath={policiesPath}
      />
    </>
  )
}

const Loaded = ({ policy }: PolicyProps) => {
  const text = useText('serviceProvider')
  const { number, date } = useFormats()
  const { classOf, subjectOf, nameOf } = useLimitWords()
  const labels = useLimitLabels()
  const { rate, periodSeconds, burst, createdAt } = policy
  return (
    <DetailsPage title={nameOf(policy)} actions={<Actions policy={policy} />}>
      <Section
        title={text('serviceProvider:rateLimiting.limit')}
        description={text('serviceProvider:rateLimiting.holdsFor')}
      >
        <Facts
          facts={[
            { label: labels.limitClass, value: classOf(policy) },
            { label: labels.subject, value: subjectOf(policy) },
            { label: labels.rate, value: number(rate) },
            { label: labels.periodSeconds, value: durationText(periodSeconds, 'sec') },
            { label: labels.burst, value: number(burst) },
            { label: text('serviceProvider:rateLimiting.fields.created'), value: date(createdAt) },
          ]}
        />
      </Section>
      <LimitMeaning limit={policy} />
    </DetailsPage>
  )
}

/** One policy: what it limits, and what that means for an office. */
const RateLimitPage = () => {
  const { id = '' } = useParams()
  return (
    <QueryView query={useQuery(oneQuery(policies, id))} isPage>
      {({ value }) => <Loaded policy={value} />}
    </QueryView>
  )
}

export default RateLimitPage
