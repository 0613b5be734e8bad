import { type Account, accountOf } from './account-claims.ts'
import { type AccountRow, findAccountRow } from './accounts.repository.ts'
import { unitOfWork } from './unit-of-work.ts'

export const rememberAccount = (row: AccountRow): void => {
  const account = accountOf(row)
  if (account !== null) unitOfWork().accounts.set(row.id, account)
}

/** The user behind a subject; read at most once a request. */
export const findAccount = async (_ctx: unknown, subject: string): Promise<Account | undefined> => {
  const { accounts, ctx } = unitOfWork()
  const known = accounts.get(subject)
  if (known !== undefined) return known
  const row = await findAccountRow(ctx.db, ctx.tenant.id, subject)
  const account = row === undefined ? null : accountOf(row)
  if (account === null) return undefined
  accounts.set(subject, account)
  return account
}
