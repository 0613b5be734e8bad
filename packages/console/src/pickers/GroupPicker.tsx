import { listGroupsPaged } from '@signet/contract/identity/groups'
import { call } from '../lib/call.ts'
import { NamedPicker, type NamedPickerProps } from './NamedPicker.tsx'

const most = 20

const find = async (search: string, signal: AbortSignal) => {
  const body = { limit: most, ...(search === '' ? {} : { search }) }
  return (await call(listGroupsPaged, { body, signal })).results
}

/** Finds groups by name or external id. */
export const GroupPicker = (props: NamedPickerProps) => (
  <NamedPicker {...props} subject="groups" find={find} />
)
