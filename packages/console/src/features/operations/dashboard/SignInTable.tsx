import { useText } from '../../../lib/i18n.ts'
import { CountsTable } from './CountsTable.tsx'
import type { ReportRange } from './dashboard-range.ts'
import { type Bucket, bucketLink, useBucketName } from './sign-in-buckets.ts'

interface SignInTableProps {
  readonly range: ReportRange
  readonly buckets: readonly Bucket[]
}

/** What the chart draws, as numbers; each leads to its entries. */
export const SignInTable = ({ range, buckets }: SignInTableProps) => {
  const text = useText('dashboard')
  const nameOf = useBucketName(range)
  return (
    <CountsTable
      label={text('dashboard:overview.chart')}
      heading={text('dashboard:overview.range')}
      rows={buckets.map((bucket) => ({
        ...bucket,
        key: bucket.start,
        name: nameOf(bucket.start),
        to: (outcome) => bucketLink(bucket.start, range, outcome),
      }))}
    />
  )
}
