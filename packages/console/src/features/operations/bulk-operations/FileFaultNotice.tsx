import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { CallError } from '../../../lib/call-error.ts'
import { SaidError } from '../../../lib/said-error.ts'
import { useFileFault } from './file-fault.ts'

/** Why a file was not read, in words. */
export const FileFaultNotice = ({ error }: { readonly error: unknown }) => {
  const told = useFileFault()
  const [field] = error instanceof CallError ? error.faults : []
  const text = field === undefined ? null : told(field.message)
  return <ErrorNotice error={text === null ? error : new SaidError(text, error)} />
}
