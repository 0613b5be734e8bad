import {
  assignSettingsTemplate,
  createSettingsTemplate,
  deleteSettingsTemplate,
  listSettingsTemplatesPaged,
  listTemplateAssignments,
  planSettingsTemplate,
  readSettingsTemplate,
  readTemplateDrift,
  unassignSettingsTemplate,
  updateSettingsTemplate,
} from '@signet/contract/provider/settings-templates'
import { deleteTenant } from '@signet/contract/provider/tenant-deletions'
import { updateKbaSettings } from '@signet/contract/settings/kba'
import { updatePasswordSettings } from '@signet/contract/settings/password'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { settingsProvider } from '../../../../testing/settings-templates.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { tenantContexts } from '../../../app/tenant-jobs.ts'
import { eraseDueTenants } from '../tenants/index.ts'

/*
 * Guards: `weakTemplateFields` in the contract, `expectParent`, `findTenantBelow` in `assign`, the
 * comparison with what was applied.
 */

let test: TestApp
let as: string
let provider: ReturnType<typeof settingsProvider>
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
  provider = settingsProvider(test, as)
})
afterAll(async () => {
  await test.platform.queue.stop()
  await test.close()
})

const refusal = async (values: object) => {
  const answer = await test.call(createSettingsTemplate, { as, body: { name: 'Weak', values } })
  expect(answer.status, answer.text).toBe(400)
  return answer
}

describe('a settings template', () => {
  it.each([
    ['password', 'minimumLength', 8],
    ['password', 'refuseCompromised', false],
    ['machine', 'sparesSecondFactor', true],
    ['general', 'passwordAttempts', 9],
  ])('is refused where %s.%s is weaker than the default', async (family, field, value) => {
    const { body, text } = await refusal({ [family]: { [field]: value } })
    expect(body.errorCode).toBe('invalid_parameters')
    expect(text).toContain(`values.${family}.${field}`)
  })

  it('is refused with secrets, and with settings that are not for providers', async () => {
    const mail = await refusal({ emailserver: { secrets: { password: 'x' } } })
    const codes = await refusal({ tempaccesscode: { administrators: true } })
    expect([mail.body.errorCode, codes.body.errorCode]).toEqual([
      'unrecognized_keys',
      'unrecognized_keys',
    ])
  })

  it('inherits from its parent, which cannot inherit from it', async () => {
    const parent = await provider.template({ password: { minimumLength: 14, historySize: 10 } })
    const child = await provider.template({ password: { minimumLength: 16 } }, { parentId: parent })
    const { body } = await test.call(readSettingsTemplate, { as, params: { id: child } })
    expect(body.effectiveValues).toEqual({ password: { minimumLength: 16, historySize: 10 } })
    const circle = await test.call(updateSettingsTemplate, {
      as,
      params: { id: parent },
      body: { name: 'Circle', parentId: child, values: {} },
    })
    expect(circle.status).toBe(400)
    expect(circle.text).toContain('parentId')
    const used = await test.call(deleteSettingsTemplate, { as, params: { id: parent } })
    expect(used.body.errorCode).toBe('settings_template_in_use')
  })

  it('is found by name', async () => {
    const id = await provider.template({}, { name: 'Branch offices' })
    const { body } = await test.call(listSettingsTemplatesPaged, { as, body: { search: 'branch' } })
    expect(body).toMatchObject({ results: [{ id }], paging: { total: 1 } })
  })
})

describe('an assignment', () => {
  it('is one for each tenant, and another template replaces it', async () => {
    const { id: tenantId } = await provider.tenantBelow()
    const [first, second] = [await provider.template({}), await provider.template({})]
    await provider.assign(first, [tenantId])
    await provider.assign(second, [tenantId])
    const assigned = async (id: string) =>
      JSON.parse((await test.call(listTemplateAssignments, { as, params: { id } })).text)
    expect(await assigned(first)).toEqual([])
    expect(await assigned(second)).toMatchObject([{ tenantId, rolledOutAt: null }])
    const params = { id: second, tenantid: tenantId }
    expect((await test.call(unassignSettingsTemplate, { as, params })).status).toBe(204)
    expect(await assigned(second)).toEqual([])
  })

  it('is refused for tenants that are not directly below the provider', async () => {
    const id = await provider.template({})
    const other = await test.otherTenant()
    for (const tenantId of [other.tenant.id, test.tenant.id]) {
      const { status } = await test.call(assignSettingsTemplate, {
        as,
        params: { id },
        body: { tenantIds: [tenantId] },
      })
      expect(status).toBe(404)
    }
  })

  it('is forgotten with its rollouts when the tenant is erased', async () => {
    const tenant = await provider.tenantBelow()
    const id = await provider.template({ password: { minimumLength: 14 } })
    await provider.assign(id, [tenant.id])
    await provider.work(await provider.rollOut(id, [tenant.id]))
    const count = () =>
      test.testDatabase.asOwner(async (owner) => {
        const { rows } = await owner.query<{ count: number }>(
          `select (select count(*) from settings_template_assignments where for_tenant_id = $1)
            + (select count(*) from settings_rollout_tenants where for_tenant_id = $1) as count`,
          [tenant.id],
        )
        return Number(rows[0]?.count)
      })
    expect(await count()).toBe(2)
    const deleted = await test.call(deleteTenant, { as, params: { id: tenant.id } })
    expect(deleted.status, deleted.text).toBe(200)
    // The grace period is over.
    await test.testDatabase.asOwner((owner) =>
      owner.query('update tenant_deletions set erase_at = now() where deleted_tenant_id = $1', [
        tenant.id,
      ]),
    )
    await eraseDueTenants(test.platform, tenantContexts(test.platform, 'test'), {
      mayGoOn: async () => true,
    })
    expect(await count()).toBe(0)
  })
})

describe('a plan', () => {
  const planned = async (id: string, body: object = {}) => {
    const answer = await test.call(planSettingsTemplate, { as, params: { id }, body })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.results
  }

  it('has what would change, and changes nothing', async () => {
    const tenant = await provider.tenantBelow()
    const id = await provider.template({ password: { minimumLength: 14, historySize: 5 } })
    await provider.assign(id, [tenant.id])
    expect(await planned(id)).toMatchObject([
      {
        tenantId: tenant.id,
        fields: [
          {
            family: 'password',
            field: 'minimumLength',
            before: 10,
            after: 14,
            state: 'CHANGED',
            reason: null,
          },
        ],
      },
    ])
    expect(await tenant.passwords()).toMatchObject({ minimumLength: 10 })
  })

  it('keeps what the tenant changed itself, unless that is overwritten with something stronger', async () => {
    const tenant = await provider.tenantBelow()
    const id = await provider.template({ password: { minimumLength: 14, historySize: 10 } })
    await provider.assign(id, [tenant.id])
    await tenant.call(updatePasswordSettings, {
      as: tenant.boss.token,
      body: { minimumLength: 20, historySize: 7 },
    })
    const statesOf = async (body: object) => {
      const [first] = JSON.parse(JSON.stringify(await planned(id, body)))
      return first.fields.map(({ field, state, reason }: Record<string, unknown>) => [
        field,
        state,
        reason,
      ])
    }
    expect(await statesOf({})).toEqual([
      ['minimumLength', 'OVERRIDDEN', null],
      ['historySize', 'OVERRIDDEN', null],
    ])
    expect(await statesOf({ overwrite: true })).toEqual([
      ['minimumLength', 'REFUSED', 'WEAKER'],
      ['historySize', 'CHANGED', null],
    ])
  })

  it('refuses values that do not go together with those of the tenant', async () => {
    const tenant = await provider.tenantBelow()
    const id = await provider.template({ kba: { minimumNumberOfQuestions: 5 } })
    await provider.assign(id, [tenant.id])
    const questions = { maximumNumberOfQuestions: 4, minimumNumberOfQuestions: 3 }
    const set = await tenant.call(updateKbaSettings, { as: tenant.boss.token, body: questions })
    expect(set.status, set.text).toBe(200)
    expect(await planned(id)).toMatchObject([{ fields: [{ state: 'REFUSED', reason: 'INVALID' }] }])
  })
})

describe('drift', () => {
  it('says what the tenant changed itself and since when, and names no user', async () => {
    const tenant = await provider.tenantBelow()
    const id = await provider.template({ password: { minimumLength: 14, historySize: 10 } })
    await provider.assign(id, [tenant.id])
    const rollout = await provider.rollOut(id, [tenant.id], { watchMinutes: 1 })
    await provider.work(rollout)
    const changed = await tenant.call(updatePasswordSettings, {
      as: tenant.boss.token,
      body: { historySize: 12 },
    })
    expect(changed.status, changed.text).toBe(200)
    const { body, text } = await test.call(readTemplateDrift, { as, params: { id }, body: {} })
    expect(body.results).toMatchObject([
      {
        fields: [{ field: 'historySize', value: 12, templateValue: 10, overridden: true }],
      },
    ])
    expect(text).not.toContain(tenant.boss.userId)
  })
})
