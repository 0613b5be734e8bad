import { reportUiError } from '@signet/contract/operations/ui-errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser, signInAs } from '../../../../testing/builders.ts'
import { createCall } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createApp } from '../../../app.ts'
import { createLog } from '../../../platform/log.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
})
afterAll(() => test.close())

describe('an error of the user interface', () => {
  it('is one line of the log, whatever it holds', {
    meta: { covers: ['admin.ui-error-log'] },
  }, async () => {
    const lines: string[] = []
    const log = createLog({
      level: 'info',
      destination: { write: (line) => void lines.push(line) },
    })
    const app = await createApp({ ...test.platform, log })
    const call = createCall(app, new URL(test.tenant.publicUrl).host)
    const as = await signInAs(test.ctx, await buildUser(test.ctx))
    const body = { message: 'Boom\r\n{"level":"error"}', stack: 'at x\nat y', route: '/users' }
    expect((await call(reportUiError, { as, body })).status).toBe(204)
    await app.close()
    const logged = lines.filter((line) => line.includes('error of the user interface'))
    expect(logged).toHaveLength(1)
    expect(logged[0]?.trimEnd()).not.toContain('\n')
    expect(logged[0]).toContain('/users')
  })
})
