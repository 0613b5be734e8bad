import Stack from '@mui/material/Stack'
import { RateLimit } from '@signet/contract/provider/rate-limiting'
import { oneOf } from '@signet/rules/membership'
import { defaultPolicies, limitSubjects, policyClasses } from '@signet/rules/request-limits'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { optionsOf } from '../../../kit/fields.ts'
import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { LimitFigures, useLimitLabels } from '../../../pickers/rate-limits/LimitFields.tsx'
import { useLimitWords } from '../../../pickers/rate-limits/limit-words.ts'
import type { Limit } from '../../../pickers/rate-limits/limits.queries.ts'
import { Section } from '../../../ui/Page.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { policies, policiesPath, policyPath } from './rate-limiting.queries.ts'

type LimitClass = Limit['limitClass']

const isClass = oneOf(policyClasses)
const isSubject = oneOf(limitSubjects)

const countedIn = (limitClass: LimitClass) =>
  limitSubjects.filter((subject) => defaultPolicies[limitClass][subject] !== undefined)

/** A class and a subject that is counted in it, with the figures of the default. */
const limitOf = (limitClass: string | null, wanted: string | null): Limit => {
  const named = isClass(limitClass) ? limitClass : policyClasses[0]
  const counted = countedIn(named)
  const isCounted = isSubject(wanted) && counted.includes(wanted)
  const subject = isCounted ? wanted : (counted[0] ?? limitSubjects[0])
  const { rate = 1, periodSeconds = 60, burst = 1 } = defaultPolicies[named][subject] ?? {}
  return { limitClass: named, subject, rate, periodSeconds, burst }
}

interface LimitChoiceProps {
  readonly limit: Limit
  readonly onChoose: (limit: Limit) => void
}

/** What is limited, and whose requests are counted together. */
const LimitChoice = ({ limit: { limitClass, subject }, onChoose }: LimitChoiceProps) => {
  const text = useText('serviceProvider')
  const { classOf, subjectOf } = useLimitWords()
  const labels = useLimitLabels()
  return (
    <Stack spacing={2} sx={{ maxWidth: 640, mb: 2 }}>
      <SelectInput
        label={labels.limitClass}
        hint={text(`serviceProvider:rateLimiting.classHints.${limitClass}`)}
        options={optionsOf(policyClasses, (each) => classOf({ limitClass: each }))}
        value={limitClass}
        onChange={(chosen) => onChoose(limitOf(chosen, subject))}
        isRequired
      />
      <SelectInput
        label={labels.subject}
        options={optionsOf(countedIn(limitClass), (each) => subjectOf({ subject: each }))}
        value={subject}
        onChange={(chosen) => onChoose(limitOf(limitClass, chosen))}
        isRequired
      />
    </Stack>
  )
}

/** Adds a policy for all tenants. Another class or subject begins with the figures of its default. */
const NewRateLimitPage = () => {
  const text = useText('serviceProvider')
  const { nameOf } = useLimitWords()
  const labels = useLimitLabels()
  const [address] = useSearchParams()
  const [limit, setLimit] = useState(() =>
    limitOf(address.get('limitClass'), address.get('subject')),
  )
  return (
    <FormPage
      title={text('common:pages.addRateLimit')}
      detail={text('serviceProvider:rateLimiting.addDetail')}
    >
      <Section title={text('serviceProvider:rateLimiting.limit')}>
        <LimitChoice limit={limit} onChoose={setLimit} />
        <NewForm
          key={nameOf(limit)}
          entity={policies}
          schema={RateLimit}
          initial={limit}
          labels={labels}
          saveLabel={text('serviceProvider:rateLimiting.add')}
          made={(made) => text('serviceProvider:rateLimiting.created', { name: nameOf(made) })}
          pathOf={({ id }) => policyPath(id)}
          listPath={policiesPath}
        >
          <LimitFigures />
        </NewForm>
      </Section>
    </FormPage>
  )
}

export default NewRateLimitPage
