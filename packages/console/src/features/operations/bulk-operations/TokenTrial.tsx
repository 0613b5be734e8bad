import { tryBulkToken } from '@signet/contract/operations/bulk-operations'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { TryCode } from '../../../pickers/tokens/TryCode.tsx'
import { Section } from '../../../ui/Page.tsx'
import type { Operation } from './bulk-operations.queries.ts'

/** A code of one token can be tried until the import has begun. */
export const TokenTrial = ({
  operation: { id, kind, state },
}: {
  readonly operation: Operation
}) => {
  const text = useText('resource')
  const isOpen = state === 'UPLOADED' || state === 'CHECKED'
  if (kind !== 'importhardwaretokens' || !isOpen) return null
  return (
    <Section title={text('resource:tokens.trial.title')}>
      <TryCode onTry={(body) => call(tryBulkToken, { params: { id }, body })} />
    </Section>
  )
}
