import Box from '@mui/material/Box'
import { Link } from 'react-router'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useAuditWords } from '../../../pickers/audit-words.ts'
import { Sideways } from '../../../ui/Sideways.tsx'
import type { ReportRange } from './dashboard-range.ts'
import { numbersTable } from './numbers-table.ts'
import { type Bucket, bucketLink, outcomes, useBucketName } from './sign-in-buckets.ts'

interface SignInTableProps {
  readonly range: ReportRange
  readonly buckets: readonly Bucket[]
}

/** What the chart draws, as numbers; each leads to its entries. */
export const SignInTable = ({ range, buckets }: SignInTableProps) => {
  const text = useText('dashboard')
  const words = useAuditWords()
  const { number } = useFormats()
  const nameOf = useBucketName(range)
  return (
    <Sideways label={text('dashboard:overview.chart')}>
      <Box component="table" sx={numbersTable}>
        <thead>
          <tr>
            <th scope="col">{text('dashboard:overview.range')}</th>
            {outcomes.map(({ outcome }) => (
              <th key={outcome} scope="col">
                {words.outcome(outcome)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buckets.map((bucket) => (
            <tr key={bucket.start}>
              <th scope="row">{nameOf(bucket.start)}</th>
              {outcomes.map(({ key, outcome }) => (
                <td key={key}>
                  {bucket[key] === 0 ? (
                    number(0)
                  ) : (
                    <Link to={bucketLink(bucket.start, range, outcome)}>{number(bucket[key])}</Link>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Sideways>
  )
}
