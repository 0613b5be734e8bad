import * as contract from '@signet/contract/access/what-ifs'
import { routes } from '../../../kit/routes.ts'
import { create, listNewest, listPeople, publish, read, remove } from './what-ifs.service.ts'

export { workOnWhatIf } from './what-if-work.ts'
export { insertWhatIf } from './what-ifs.service.ts'

export const whatIfRoutes = routes(contract, {
  listWhatIfs: listNewest,
  readWhatIf: (ctx, { params }) => read(ctx, params.id),
  createWhatIf: (ctx, { body }) => create(ctx, body),
  listWhatIfPeople: (ctx, { params, body }) => listPeople(ctx, params.id, body),
  publishWhatIf: (ctx, { params, body }) => publish(ctx, params.id, body.confirmation),
  deleteWhatIf: (ctx, { params }) => remove(ctx, params.id),
})
