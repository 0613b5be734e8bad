import { listOrganizationsPaged } from '@signet/contract/identity/organizations'
import { call } from '../lib/call.ts'
import { NamedPicker, type NamedPickerProps } from './NamedPicker.tsx'

const most = 20

const find = async (search: string, signal: AbortSignal) => {
  const body = { limit: most, ...(search === '' ? {} : { search }) }
  const { results } = await call(listOrganizationsPaged, { body, signal })
  return results.map(({ id, displayName: name }) => ({ id, name }))
}

/** Finds organizations by name. */
export const OrganizationPicker = (props: NamedPickerProps) => (
  <NamedPicker {...props} subject="organizations" find={find} />
)
