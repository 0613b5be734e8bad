import { startSettingsRollout } from '@signet/contract/provider/settings-rollouts'
import {
  assignSettingsTemplate,
  createSettingsTemplate,
} from '@signet/contract/provider/settings-templates'
import { createTenant } from '@signet/contract/provider/tenants'
import { readPasswordSettings } from '@signet/contract/settings/password'
import { expect } from 'vitest'
import { systemContext } from '../src/kit/create-context.ts'
import { workOnRollout } from '../src/modules/provider/settings-templates/index.ts'
import { createTenantFinder } from '../src/modules/tenancy/tenants/index.ts'
import { buildAdmin } from './builders.ts'
import { createCall } from './call.ts'
import type { TestApp } from './test-app.ts'

let made = 0

/** A provider with templates, and tenants below it. */
export const settingsProvider = (test: TestApp, as: string) => {
  const tenantBelow = async () => {
    made += 1
    const hostname = `t${made}.${new URL(test.tenant.publicUrl).hostname}`
    const { body, text } = await test.call(createTenant, {
      as,
      body: { companyName: `Tenant ${made}`, hostname, entitlement: { bundle: 'PLUS', users: 9 } },
    })
    const tenant = await createTenantFinder(test.platform.database).byId(String(body.id))
    if (tenant === null) throw new Error(text)
    await test.platform.keyRing.warm(tenant.id)
    const ctx = systemContext(test.platform, { tenant, name: 'test' })
    const call = createCall(test.app, new URL(tenant.publicUrl).host)
    const boss = await buildAdmin(ctx)
    const passwords = async () => (await call(readPasswordSettings, { as: boss.token })).body
    return { id: tenant.id, ctx, call, boss, passwords }
  }
  const template = async (values: object, more: object = {}): Promise<string> => {
    made += 1
    const { body, status, text } = await test.call(createSettingsTemplate, {
      as,
      body: { name: `Template ${made}`, values, ...more },
    })
    expect(status, text).toBe(201)
    return String(body.id)
  }
  const assign = async (id: string, tenantIds: string[]) => {
    const { status, text } = await test.call(assignSettingsTemplate, {
      as,
      params: { id },
      body: { tenantIds },
    })
    expect(status, text).toBe(200)
  }
  const rollOut = async (id: string, canaryTenantIds: string[], more: object = {}) => {
    const { body, status, text } = await test.call(startSettingsRollout, {
      as,
      params: { id },
      body: { canaryTenantIds, ...more },
    })
    expect(status, text).toBe(201)
    return String(body.id)
  }
  /** As the queue would have it worked. */
  const work = (id: string) =>
    workOnRollout(test.ctx, {
      content: { id },
      signal: new AbortController().signal,
      isLast: false,
    })
  return { tenantBelow, template, assign, rollOut, work }
}
