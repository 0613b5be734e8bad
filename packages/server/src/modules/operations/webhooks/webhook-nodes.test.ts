import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HookedApp, hookedApp } from '../../../../testing/operations/hooked-app.ts'
import { type Receiver, startReceiver } from '../../../../testing/operations/receiver.ts'
import { startService } from '../../../../testing/service-process.ts'
import { resumeTestApp, startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { createWebhook } from './index.ts'

const patient = { timeout: 60_000 }

let test: TestApp
let receiver: Receiver
let node: HookedApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  receiver = await startReceiver()
  node = await hookedApp(test, receiver.port)
})
afterAll(async () => {
  await node.end()
  await receiver.close()
  await test.close()
})

const add = async (path: string, ctx: Context = test.ctx) => {
  const { value } = await createWebhook(
    { ...ctx, platform: node.platform },
    {
      name: path,
      description: '',
      url: `http://127.0.0.1:${receiver.port}${path}`,
      events: ['NOTED'],
      enabled: true,
    },
  )
  return value.webhook.id
}

const note = (ctx: Context, count = 1) =>
  ctx.transaction(async (ctx) => {
    for (let made = 0; made < count; made += 1) {
      audit(ctx, 'NOTED', { subject: { entity: 'TENANTS', id: ctx.tenant.id } })
    }
  })

const cameTo = (path: string): string[] =>
  receiver.received.flatMap((each) => (each.path === path ? [each.id] : []))

const made = async (webhookId: string, { db, tenant } = test.ctx): Promise<string[]> => {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select('event_id')
    .where('tenant_id', '=', tenant.id)
    .where('webhook_id', '=', webhookId)
    .execute()
  return rows.map(({ event_id }) => event_id)
}

describe('the fan-out of audit events', () => {
  it('skips no event of a transaction that commits after later ones', async () => {
    const id = await add('/late')
    let commit = (): void => {}
    const open = new Promise<void>((resolve) => {
      commit = resolve
    })
    let begun = (): void => {}
    const began = new Promise<void>((resolve) => {
      begun = resolve
    })
    const late = test.ctx.transaction(async (ctx) => {
      await sql`select pg_current_xact_id()`.execute(ctx.db)
      audit(ctx, 'NOTED', { subject: { entity: 'TENANTS', id: 'late' } })
      begun()
      await open
    })
    await began
    await note(test.ctx, 3)
    await node.takeNote()
    commit()
    await late
    await note(test.ctx)
    await expect
      .poll(async () => {
        await node.takeNote()
        return (await made(id)).length
      }, patient)
      .toBe(5)
  })

  it('makes each delivery once, also when a stretch is read again', async () => {
    const id = await add('/again')
    await note(test.ctx, 2)
    const taken = async () => {
      await node.takeNote()
      return (await made(id)).length
    }
    await expect.poll(taken, patient).toBe(2)
    await test.ctx.db
      .updateTable('audit_cursors')
      .set((eb) => ({ number: eb('number', '-', 1) }))
      .where('tenant_id', '=', test.tenant.id)
      .execute()
    await node.takeNote()
    expect(await made(id)).toHaveLength(2)
  })

  it('reads for no tenant without a webhook, and gives none the events of another', async () => {
    const other = await test.otherTenant()
    const id = await add('/apart', other.ctx)
    await note(test.ctx, 2)
    await note(other.ctx)
    const taken = async () => {
      await node.takeNote()
      return (await made(id, other.ctx)).length
    }
    await expect.poll(taken, patient).toBe(1)
    const silent = await test.otherTenant()
    await note(silent.ctx)
    await node.takeNote()
    const cursors = await test.testDatabase.asOwner((owner) =>
      owner.query('select from audit_cursors where tenant_id = $1', [silent.tenant.id]),
    )
    expect(cursors.rowCount).toBe(0)
  })
})

describe('two nodes', () => {
  it('share the webhooks, and deliver each event once', async () => {
    const other = await hookedApp(test, receiver.port)
    const paths = ['/a', '/b', '/c', '/d']
    for (const path of paths) await add(path)
    await note(test.ctx, 25)
    const delivered = async () => {
      await node.takeNote()
      await Promise.all([node.dispatcher.look(), other.dispatcher.look()])
      await Promise.all([node.dispatcher.idle(), other.dispatcher.idle()])
      return paths.map((path) => cameTo(path).length)
    }
    await expect.poll(delivered, patient).toEqual([25, 25, 25, 25])
    for (const path of paths) expect(new Set(cameTo(path)).size).toBe(25)
    await other.end()
  })
})

const forgetLease = () =>
  test.testDatabase.asOwner((owner) =>
    owner.query(`update webhook_lanes set leased_until = now() where leased_until is not null`),
  )

describe('a node killed after it sent and before it noted the answer', () => {
  it('leaves the event to be sent again, under the same id', async () => {
    await add('/slow')
    await note(test.ctx)
    await node.end()
    const { child } = await startService({
      ...(await test.testDatabase.release()),
      SIGNET_OUTBOUND_ALLOW: `http=127.0.0.1:${receiver.port}`,
    })
    await expect.poll(() => cameTo('/slow').length, patient).toBe(1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    test = await resumeTestApp(test)
    node = await hookedApp(test, receiver.port)
    await forgetLease()
    const again = async () => {
      await node.dispatcher.look()
      return cameTo('/slow').length
    }
    await expect.poll(again, patient).toBe(2)
    receiver.letGo()
    await node.dispatcher.idle()
    expect(new Set(cameTo('/slow')).size).toBe(1)
  })
})
