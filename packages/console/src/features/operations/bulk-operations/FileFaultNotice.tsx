import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { CallError } from '../../../lib/call-error.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { useFileFault } from './file-fault.ts'

/** Why a file was not read, in words. */
export const FileFaultNotice = ({ error }: { readonly error: unknown }) => {
  const told = useFileFault()
  const [field] = error instanceof CallError ? error.faults : []
  const text = field === undefined ? null : told(field.message)
  return text === null ? <ErrorNotice error={error} /> : <Notice severity="error">{text}</Notice>
}
