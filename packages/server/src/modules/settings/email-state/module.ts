import type { AnswerOf } from '@signet/contract/kit/endpoint'
import * as contract from '@signet/contract/settings/email-state'
import type { Context } from '../../../kit/context.ts'
import { day, type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { countLost } from '../email-messages/index.ts'
import { confirmArrival, lastTest } from '../email-server/index.ts'

const read = async (ctx: Context): Promise<AnswerOf<typeof contract.readEmailState>> => {
  const since = new Date(ctx.platform.clock.now().getTime() - day)
  const [{ source, test }, failedLastDay] = await Promise.all([
    lastTest(ctx),
    countLost(ctx, since),
  ])
  return {
    source,
    test: test && { sentAt: test.sent_at, taken: test.taken, arrivedAt: test.arrived_at },
    failedLastDay,
  }
}

/** @throws email_test_code_invalid */
const confirm = async (ctx: Context, code: string) => {
  await confirmArrival(ctx, code)
  return read(ctx)
}

export const emailStateModule: Module = {
  routes: [
    routes(contract, {
      readEmailState: read,
      confirmEmailArrival: (ctx, { body }) => confirm(ctx, body.code),
    }),
  ],
}
