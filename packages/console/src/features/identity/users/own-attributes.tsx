import { listUserAttributes } from '@signet/contract/identity/user-attributes'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryView } from '../../../kit/QueryView.tsx'
import { call } from '../../../lib/call.ts'
import type { OwnAttribute } from '../../../pickers/OwnAttributeFields.tsx'
import { useMay } from '../../../session/session-context.tsx'

/** The tenant's own attributes of users. */
const ownAttributesQuery = queryOptions({
  queryKey: ['user-attributes', 'all'],
  queryFn: async ({ signal }) =>
    (await call(listUserAttributes, { signal })).filter(({ group }) => group === 'EXTRA'),
})

interface Props {
  readonly children: (attributes: readonly OwnAttribute[]) => ReactNode
}

const Loaded = ({ children }: Props) => (
  <QueryView query={useQuery(ownAttributesQuery)}>{children}</QueryView>
)

/** Brings the tenant's own attributes; none for somebody who may not see what they are. */
export const WithOwnAttributes = ({ children }: Props) =>
  useMay()(['USERATTRIBUTES', 'VIEW']) ? <Loaded>{children}</Loaded> : children([])
