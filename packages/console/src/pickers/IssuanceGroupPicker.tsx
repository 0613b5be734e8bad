import { listIssuanceGroupsPaged } from '@signet/contract/issuance/workflow-designs'
import { call } from '../lib/call.ts'
import { NamedPicker, type NamedPickerProps } from './NamedPicker.tsx'

const most = 20

const find = async (search: string, signal: AbortSignal) => {
  const body = { limit: most, ...(search === '' ? {} : { search }) }
  return (await call(listIssuanceGroupsPaged, { body, signal })).results
}

/** Finds groups for people on cards: whoever looks at records may, without a right to groups. */
export const IssuanceGroupPicker = (props: NamedPickerProps) => (
  <NamedPicker {...props} subject="issuance-groups" find={find} />
)
