import { useLocale } from '../../../lib/i18n.ts'
import { reportLink } from '../../../pickers/report-link.ts'
import { bucketMillis, type ReportRange } from './dashboard-range.ts'

export const outcomes = [
  { key: 'success', outcome: 'SUCCESS' },
  { key: 'failure', outcome: 'FAILURE' },
  { key: 'denied', outcome: 'DENIED' },
] as const

export interface Counts {
  readonly success: number
  readonly failure: number
  readonly denied: number
}

export interface Bucket extends Counts {
  readonly start: string
}

/** How a bucket is named: by its hour, or by its day. */
export const useBucketName = ({ interval }: ReportRange) => {
  const format = new Intl.DateTimeFormat(
    useLocale(),
    interval === 'HOUR'
      ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
      : { day: '2-digit', month: 'short' },
  )
  return (start: string): string => format.format(new Date(start))
}

/** The entries of one outcome in one bucket. */
export const bucketLink = (start: string, { interval }: ReportRange, outcome: string): string => {
  const until = new Date(new Date(start).getTime() + bucketMillis[interval]).toISOString()
  return reportLink({ from: start, until, action: 'AUTHENTICATION', outcome })
}
