import { officeMeaning, officePeople } from '@signet/rules/limit-meanings'
import type { Severity } from '@signet/rules/severity'
import { useMemo } from 'react'
import { durationText } from '../../kit/durations.ts'
import { useFormats } from '../../lib/dates.ts'
import { useText } from '../../lib/i18n.ts'
import type { Limit, LimitedRow, LimitOrigin } from './limits.queries.ts'

export const originSeverity: Readonly<Record<LimitOrigin, Severity>> = {
  default: 'UNKNOWN',
  provider: 'INFO',
  tenant: 'WARNING',
}

/** Limits in words: what is limited, by how much, and what that means for an office. */
export const useLimitWords = () => {
  const text = useText('serviceProvider')
  const { number } = useFormats()
  return useMemo(() => {
    const classOf = ({ limitClass }: Pick<Limit, 'limitClass'>): string =>
      text(`serviceProvider:rateLimiting.classes.${limitClass}`)
    const subjectOf = ({ subject }: Pick<Limit, 'subject'>): string =>
      text(`serviceProvider:rateLimiting.subjects.${subject}`)
    const nameOf = (limit: Pick<Limit, 'limitClass' | 'subject'>): string =>
      text('serviceProvider:rateLimiting.name', { what: classOf(limit), whose: subjectOf(limit) })
    const rateOf = ({ rate, periodSeconds }: Limit): string =>
      text('serviceProvider:rateLimiting.rateInPeriod', {
        rate: number(rate),
        period: durationText(periodSeconds, 'sec'),
      })
    const figuresOf = (limit: Limit): string =>
      text('serviceProvider:rateLimiting.figures', {
        burst: number(limit.burst),
        rate: rateOf(limit),
      })
    const meaningOf = (limit: Limit): string => {
      const { sentence, figures } = officeMeaning(limit)
      const shown = Object.entries(figures).map(([name, value]) => [name, number(value)])
      const values = { people: number(officePeople), ...Object.fromEntries(shown) }
      return text(`serviceProvider:rateLimiting.meaning.${sentence}`, values)
    }
    const callerOf = ({ caller, subject }: Pick<LimitedRow, 'caller' | 'subject'>): string => {
      if (caller !== null) return caller
      const missing = subject === 'TENANT' ? 'whole' : 'others'
      return text(`serviceProvider:rateLimiting.callers.${missing}`)
    }
    return { classOf, subjectOf, nameOf, rateOf, figuresOf, meaningOf, callerOf }
  }, [text, number])
}
