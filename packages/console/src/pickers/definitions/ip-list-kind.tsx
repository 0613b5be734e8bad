import {
  createIpList,
  deleteIpList,
  IpListChange,
  type IpList as IpListSchema,
  listIpLists,
  readIpList,
  updateIpList,
} from '@signet/contract/access/ip-lists'
import { addressInLine } from '@signet/rules/host-of'
import type { z } from 'zod'
import { callsOf } from '../../kit/entity.ts'
import { FormLines } from '../../kit/FormLines.tsx'
import { call } from '../../lib/call.ts'
import { useText } from '../../lib/i18n.ts'
import type { DefinitionKind } from './definition-kind.ts'
import { NameFields, nameLabels } from './NameFields.tsx'

export type IpList = z.output<typeof IpListSchema>
type Typed = z.input<typeof IpListChange>
type Wanted = z.output<typeof IpListChange>

const Fields = () => {
  const text = useText('resource', 'settings')
  return (
    <>
      <NameFields />
      <FormLines<Typed>
        name="addresses"
        label={text('resource:ipLists.addresses')}
        hint={text('resource:ipLists.addressesHint')}
        reads={addressInLine}
      />
    </>
  )
}

const path = '/settings/iplists'

export const ipListKind: DefinitionKind<IpList, Typed, Wanted> = {
  definitions: {
    subject: 'ip-lists',
    list: (signal) => call(listIpLists, { signal }),
    ...callsOf(
      { read: readIpList, create: createIpList, update: updateIpList, remove: deleteIpList },
      { force: 'false' },
    ),
  },
  words: 'ipLists',
  entity: 'SETTINGS',
  listPath: path,
  addPath: `${path}/add`,
  pathOf: (id) => `${path}/${id}`,
  titles: {
    list: 'common:pages.ipLists',
    add: 'common:pages.addIpList',
    one: 'common:pages.ipList',
  },
  schema: IpListChange,
  empty: { name: '', description: '', addresses: [] },
  typed: ({ name, description, addresses }) => ({ name, description, addresses }),
  labels: { ...nameLabels, addresses: 'resource:ipLists.addresses' },
  Fields,
}
