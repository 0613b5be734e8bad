import { printEnrollments } from '@signet/contract/issuance/enrollment-prints'
import { mostCardsOfPrint } from '@signet/rules/print-jobs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useText } from '../../lib/i18n.ts'
import { PrinterChoice } from './PrinterChoice.tsx'
import { type Queued, useTellQueued } from './tell-queued.ts'

interface PrintDialogProps {
  readonly enrollmentIds: readonly string[]
  readonly onClose: () => void
}

/** Some at a time, as many as one call takes. */
const printAll = async (ids: readonly string[], printerId: string): Promise<Queued> => {
  const results = []
  for (let at = 0; at < ids.length; at += mostCardsOfPrint) {
    const part = ids.slice(at, at + mostCardsOfPrint)
    const cards = part.map((enrollmentId) => ({ enrollmentId }))
    const done = await call(printEnrollments, { body: { printerIds: [printerId], cards } })
    results.push(...done.results)
  }
  const refused = results.filter(({ job }) => job === null).length
  return { queued: results.length - refused, refused }
}

/** Sends the cards of these people to a printer; who cannot be printed is told of, not printed twice. */
export const PrintDialog = ({ enrollmentIds, onClose }: PrintDialogProps) => {
  const text = useText('issuancePortal')
  const client = useQueryClient()
  const tell = useTellQueued()
  const { mutateAsync } = useMutation({
    mutationFn: (printerId: string) => printAll(enrollmentIds, printerId),
    onSuccess: () => client.invalidateQueries({ queryKey: ['print-queue'] }),
  })
  return (
    <PrinterChoice
      title={text('issuancePortal:printing.printTitle', { count: enrollmentIds.length })}
      onPrint={async (printerId) => tell(await mutateAsync(printerId))}
      onClose={onClose}
    />
  )
}
