import { printAllEnrollments } from '@signet/contract/issuance/enrollment-prints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { PrinterChoice } from '../../../pickers/printing/PrinterChoice.tsx'
import { type Queued, useTellQueued } from '../../../pickers/printing/tell-queued.ts'
import type { Matching } from './enrollments.queries.ts'

interface PrintMatchingDialogProps {
  readonly matching: Matching
  readonly onClose: () => void
}

/** Some at a time, until all of them wait. */
const printAll = async (matching: Matching, printerId: string): Promise<Queued> => {
  const { enrollState: _enrollState, ...body } = matching
  const wanted = { ...body, printerIds: [printerId] }
  let [queued, refused] = [0, 0]
  let cursor: string | null | undefined
  while (cursor !== null) {
    const done = await call(printAllEnrollments, { body: { ...wanted, cursor } })
    queued += done.printed
    refused += done.refused
    cursor = done.cursor
  }
  return { queued, refused }
}

/** Prints the cards of all that the list shows and that have none. */
export const PrintMatchingDialog = ({ matching, onClose }: PrintMatchingDialogProps) => {
  const text = useText('issuancePortal')
  const client = useQueryClient()
  const tell = useTellQueued()
  const { mutateAsync } = useMutation({
    mutationFn: (printerId: string) => printAll(matching, printerId),
    onSuccess: () => client.invalidateQueries({ queryKey: ['print-queue'] }),
  })
  return (
    <PrinterChoice
      title={text('issuancePortal:printing.printAll')}
      onPrint={async (printerId) => tell(await mutateAsync(printerId))}
      onClose={onClose}
    >
      {text('issuancePortal:printing.printAllText')}
    </PrinterChoice>
  )
}
