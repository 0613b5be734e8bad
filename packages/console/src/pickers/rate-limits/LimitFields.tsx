import { RateLimit } from '@signet/contract/provider/rate-limiting'
import { useWatch } from 'react-hook-form'
import { FormDuration } from '../../kit/FormDuration.tsx'
import { FormNumber } from '../../kit/form-fields.tsx'
import { useText } from '../../lib/i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useLimitWords } from './limit-words.ts'
import type { Limit, LimitValues } from './limits.queries.ts'

export const useLimitLabels = () => {
  const text = useText('serviceProvider')
  return {
    limitClass: text('serviceProvider:rateLimiting.fields.limitClass'),
    subject: text('serviceProvider:rateLimiting.fields.subject'),
    rate: text('serviceProvider:rateLimiting.fields.rate'),
    periodSeconds: text('serviceProvider:rateLimiting.fields.periodSeconds'),
    burst: text('serviceProvider:rateLimiting.fields.burst'),
  }
}

/** What a limit allows, and what that means for an office. */
export const LimitMeaning = ({ limit }: { readonly limit: Limit }) => {
  const { figuresOf, meaningOf } = useLimitWords()
  return (
    <Notice severity="info" title={figuresOf(limit)}>
      {meaningOf(limit)}
    </Notice>
  )
}

/** Of the figures as they are typed, as soon as they make a limit. */
const TypedMeaning = () => {
  const { success, data } = RateLimit.safeParse(useWatch<LimitValues>())
  return success ? <LimitMeaning limit={data} /> : null
}

/** How many requests a limit allows. */
export const LimitFigures = () => {
  const text = useText('serviceProvider')
  const labels = useLimitLabels()
  return (
    <>
      <FormNumber<LimitValues> name="rate" label={labels.rate} isRequired />
      <FormDuration<LimitValues>
        name="periodSeconds"
        label={labels.periodSeconds}
        storedIn="sec"
        hint={text('serviceProvider:rateLimiting.hints.periodSeconds')}
      />
      <FormNumber<LimitValues>
        name="burst"
        label={labels.burst}
        hint={text('serviceProvider:rateLimiting.hints.burst')}
        isRequired
      />
      <TypedMeaning />
    </>
  )
}
