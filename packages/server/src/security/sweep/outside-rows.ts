import type { Context } from '../../kit/context.ts'
import { createPassthrough } from '../../modules/authenticators/passthrough/index.ts'

/** A connector to nobody that says yes by a value. */
export const judgingConnector = {
  method: 'POST',
  url: 'https://judge.invalid/',
  authType: 'None',
  user: '',
  keyName: '',
  headers: [],
  secrets: [],
  contentType: 'application/json',
  body: '{"password":"{{REQ.password}}"}',
  timeoutMillis: 1000,
  statuses: [200],
  resultItems: [{ name: 'ok', path: '$.ok', equals: 'true' }],
} as const

export const passthroughWith = (groupIds: readonly string[]) => ({
  name: 'Directory',
  description: '',
  enabled: true,
  groupIds: [...groupIds],
  connector: {
    ...judgingConnector,
    headers: [],
    secrets: [],
    statuses: [...judgingConnector.statuses],
    resultItems: [...judgingConnector.resultItems],
  },
})

export const buildPassthrough = async (ctx: Context): Promise<string> =>
  (await createPassthrough(ctx, passthroughWith([]))).value.id
