import { createPrinter } from '@signet/contract/issuance/printers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { createCall } from '../../../../testing/call.ts'
import { type ServiceForTests, startHttpService } from '../../../../testing/http-services.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createApp } from '../../../app.ts'
import { allowedTargetOf } from '../../../platform/config/outbound-allow.ts'
import { createOutbound } from '../../../platform/outbound/outbound.ts'
import { findPrinter, look } from './index.ts'

// Guards: `forgetSupplies`, and the whole numbers of `suppliesOf`.

let test: TestApp
let printer: ServiceForTests
let app: Awaited<ReturnType<typeof createApp>>
let platform: TestApp['platform']
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  printer = await startHttpService()
  const target = allowedTargetOf(`printer=localhost:${printer.port}`)
  if (typeof target === 'string') throw new Error(target)
  const config = { ...test.platform.config, outboundAllow: [target] }
  platform = { ...test.platform, config, outbound: createOutbound(config) }
  app = await createApp(platform)
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await platform.outbound.close()
  await printer.close()
  await test.close()
})

/** RFC 8010, section 3.1.4; everything is shorter than 128 bytes. */
const counted = (text: string): string => `\0${String.fromCharCode(text.length)}${text}`
const entry = (name: string, value: string): string => `\x44${counted(name)}${counted(value)}`

const telling = (supplies: readonly string[]): void =>
  printer.answer(() => ({
    headers: { 'content-type': 'application/ipp' },
    body: `\x02\0\0\0\0\0\0\x01\x04${entry('document-format-supported', 'image/png')}${supplies
      .map((text, at) => entry(at === 0 ? 'printer-supply' : '', text))
      .join('')}\x03`,
  }))

it('supplies of other names each time do not fill the database, nor do odd levels stop a look', async () => {
  telling(['type=ribbon;level=5;maxcapacity=10'])
  const { token: as } = await buildAdmin(test.ctx)
  const call = createCall(app, new URL(test.tenant.publicUrl).host)
  const uri = `ipp://localhost:${printer.port}/ipp/print`
  const { body: made, text } = await call(createPrinter, {
    as,
    body: { name: 'Odd one', kind: 'IPP', uri },
  })
  expect(made.id, text).toBeTypeOf('string')
  const id = String(made.id)
  const lookNow = async () => {
    const row = await findPrinter(test.ctx, id)
    return row === undefined ? text : look({ ...test.ctx, platform }, row)
  }
  for (let turn = 0; turn < 5; turn += 1) {
    telling(Array.from({ length: 20 }, (_, at) => `type=t${turn}-${at};level=5;maxcapacity=10`))
    expect(await lookNow()).toMatchObject({ supplies: expect.arrayContaining([]) })
  }
  const rows = await test.ctx.db
    .selectFrom('printer_supplies')
    .select('name')
    .where('tenant_id', '=', test.tenant.id)
    .where('printer_id', '=', id)
    .execute()
  expect(rows).toHaveLength(40)
  expect(rows.filter(({ name }) => name.startsWith('t4-'))).toHaveLength(20)
  telling(['type=ribbon;level=1e308;maxcapacity=1e308'])
  expect(await lookNow()).toMatchObject({ supplies: [{ name: 'ribbon', level: null }] })
})
