import type { createUsers, deleteUsers, updateUsers } from '@signet/contract/identity/user-batches'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import type { Context } from '../../../kit/context.ts'
import { createContext } from '../../../kit/create-context.ts'
import { eachRow, removeRows } from '../batches/index.ts'
import { create, remove, update } from './users.service.ts'
import type { InitialPassword } from './users.slots.ts'

export const createEach = (
  ctx: Context,
  passwords: InitialPassword,
  { users }: BodyOf<typeof createUsers>,
) => eachRow(ctx, users, async (user) => (await create(ctx, passwords, user)).id)

/** A row's version stands for its If-Match. */
export const updateEach = (ctx: Context, { users }: BodyOf<typeof updateUsers>) =>
  eachRow(ctx, users, async ({ id, version, ...change }) => {
    const rowContext = createContext({ ...ctx, ifMatch: version === undefined ? null : [version] })
    return (await update(rowContext, id, change)).id
  })

export const removeEach = (ctx: Context, { ids }: BodyOf<typeof deleteUsers>) =>
  removeRows(ctx, ids, remove)
