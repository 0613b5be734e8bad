import * as contract from '@signet/contract/access/ip-lists'
import type { Context } from '../../../kit/context.ts'
import { routes } from '../../../kit/routes.ts'
import { definitionsOf, expectUnused } from '../definitions/index.ts'

export const ipLists = definitionsOf({
  kind: 'IP_LIST',
  schema: contract.IpListDefinition,
  most: contract.mostIpLists,
  entity: 'SETTINGS',
  subject: 'IP_LIST',
})

export const ipListRoutes = routes(contract, {
  listIpLists: ipLists.list,
  readIpList: (ctx, { params }) => ipLists.read(ctx, params.id),
  createIpList: (ctx, { body }) => ipLists.create(ctx, body),
  updateIpList: (ctx, { params, body }) => ipLists.change(ctx, params.id, body),
  deleteIpList: (ctx, { params: { id, force } }) => {
    const isFree = (inside: Context) => expectUnused(inside, id, ['RESOURCE_RULE'])
    return ipLists.remove(ctx, id, force === 'true' ? undefined : isFree)
  },
})
