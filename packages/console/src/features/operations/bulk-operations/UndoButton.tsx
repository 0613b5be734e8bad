import Undo from '@mui/icons-material/UndoOutlined'
import { useMutation } from '@tanstack/react-query'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useBulkResult } from '../../../pickers/bulk/use-bulk-result.ts'
import { Button } from '../../../ui/Button.tsx'
import type { Operation } from './bulk-operations.queries.ts'

/** Puts back what the operation changed, by one more. */
export const UndoButton = ({ operation }: { readonly operation: Operation }) => {
  const text = useText('members')
  const { takeBack } = useBulkResult()
  const undo = useMutation({ mutationFn: () => takeBack(operation) })
  return (
    <>
      <Button icon={<Undo />} isPending={undo.isPending} onClick={() => undo.mutate()}>
        {text('members:many.undo')}
      </Button>
      <ErrorNotice error={undo.error} />
    </>
  )
}
