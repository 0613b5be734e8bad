import { RateLimit } from '@signet/contract/provider/rate-limiting'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { EditForm } from '../../../kit/EditForm.tsx'
import { oneQuery } from '../../../kit/entity.ts'
import { FormPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { LimitFigures, useLimitLabels } from '../../../pickers/rate-limits/LimitFields.tsx'
import { useLimitWords } from '../../../pickers/rate-limits/limit-words.ts'
import type { LimitValues } from '../../../pickers/rate-limits/limits.queries.ts'
import { Section } from '../../../ui/Page.tsx'
import { type PolicyDetail, policies, policyPath } from './rate-limiting.queries.ts'

const formOf = ({
  limitClass,
  subject,
  rate,
  periodSeconds,
  burst,
}: PolicyDetail): LimitValues => ({ limitClass, subject, rate, periodSeconds, burst })

/** Changes the figures of a policy; its class and subject stay. */
const EditRateLimitPage = () => {
  const { id = '' } = useParams()
  const text = useText('serviceProvider')
  const { nameOf } = useLimitWords()
  const labels = useLimitLabels()
  const navigate = useNavigate()
  return (
    <QueryView query={useQuery(oneQuery(policies, id))} isPage>
      {(read) => (
        <FormPage title={text('common:pages.editRateLimit')} detail={nameOf(read.value)}>
          <Section title={text('serviceProvider:rateLimiting.limit')}>
            <EditForm
              entity={policies}
              schema={RateLimit}
              {...{ labels, read, formOf }}
              saved={(saved) => text('serviceProvider:rateLimiting.saved', { name: nameOf(saved) })}
              onCancel={() => void navigate(policyPath(id))}
            >
              <LimitFigures />
            </EditForm>
          </Section>
        </FormPage>
      )}
    </QueryView>
  )
}

export default EditRateLimitPage
