import {
  type AuthenticationFlow,
  listAuthenticationFlows,
} from '@signet/contract/access/authentication-flows'
import { listIpLists } from '@signet/contract/access/ip-lists'
import {
  createResourceRule,
  deleteResourceRule,
  listResourceRules,
  listRuleResources,
  readResourceRule,
  updateResourceRule,
} from '@signet/contract/access/resource-rules'
import { standardFlow } from '@signet/rules/flows'
import { defaultResourceRules } from '@signet/rules/sign-in'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { type Asked, answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { changeLocale } from '../../../lib/i18n.ts'
import { resourceRulesFeature } from './resource-rules.screens.ts'
import { emptyRule, type Rule, RuleForm } from './rule-form.ts'

const id = '018f0000-0000-7000-8000-0000000000a1'
const rule = (change: Partial<Rule> = {}): Rule => ({
  ...RuleForm.parse({ ...emptyRule('USER_PORTAL'), name: 'From abroad' }),
  id,
  updatedAt: '2026-11-22T10:00:00.000Z',
  ...change,
})
const abroad: Rule['factors'][number] = {
  type: 'GEOLOCATION',
  points: 30,
  mode: 'ALLOWED',
  countries: ['DE'],
}
const device = { type: 'KNOWN_DEVICE', points: 10 } as const

const show = (at: string, session = buildConsoleSession()) =>
  showScreens(resourceRulesFeature, at, { session })
const bodies = (asked: readonly Asked[], endpoint: Asked['endpoint']) =>
  asked.filter((each) => each.endpoint === endpoint).map(({ body }) => body)
const shop = { id: '018f0000-0000-7000-8000-0000000000b1', name: 'Shop', type: 'OIDC_WEB' }
const careful: z.output<typeof AuthenticationFlow> = {
  ...standardFlow,
  id: '018f0000-0000-7000-8000-0000000000c1',
  name: 'Card and code',
  description: null,
  system: false,
  method: null,
  firstFactors: ['PASSWORD'],
  secondFactor: 'ALWAYS',
  secondFactors: ['GRID'],
  acrs: [],
  default: false,
  updatedAt: '2026-11-22T10:00:00.000Z',
  version: 1,
}
const around = [
  answering(listRuleResources, () => [
    { id: 'USER_PORTAL', name: null, type: 'USER_PORTAL' },
    { id: 'ADMIN_PORTAL', name: null, type: 'ADMIN_PORTAL' },
    shop,
  ]),
  answering(listAuthenticationFlows, () => [careful]),
  answering(listIpLists, () => []),
] as const

describe('resource rules', () => {
  it('stand with what they are about, and are deleted', {
    meta: { covers: ['screen:rules'] },
  }, async () => {
    const asked = serve(
      ...around,
      answering(listResourceRules, () => [rule({ factors: [abroad, device], strict: true })]),
      answering(deleteResourceRule, () => undefined),
    )
    const { user, container } = await show('/rules')
    const link = await screen.findByRole('link', { name: 'From abroad' })
    expect(link.getAttribute('href')).toContain(`/rules/edit/${id}`)
    expect(screen.getByText('Country, Known device')).toBeDefined()
    expect(screen.getByText('Strict')).toBeDefined()
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Actions for From abroad' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete rule' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete rule' }))
    await waitFor(() => expect(bodies(asked, deleteResourceRule)).toHaveLength(1))
  })

  it('offer no change to who may only look', async () => {
    const permissions = [
      { entityType: 'CONTEXTRULES' as const, view: true, add: false, edit: false, remove: false },
    ]
    serve(
      ...around,
      answering(listResourceRules, () => [rule()]),
    )
    await show('/rules', buildConsoleSession({ roles: [buildRole({ permissions })] }))
    await screen.findByRole('link', { name: 'From abroad' })
    expect(screen.queryByRole('link', { name: 'Add resource rule' })).toBeNull()
  })
})

describe('the rules that every tenant starts with', () => {
  const portal = rule({ name: defaultResourceRules.USER_PORTAL })

  it('are called in the language of whoever reads, until somebody renames them', {
    meta: { covers: ['permissions.default-resource-rules'] },
  }, async () => {
    const renamed = rule({ id: id.replace('a1', 'a2'), name: 'Front door' })
    const elsewhere = rule({
      id: id.replace('a1', 'a3'),
      name: defaultResourceRules.ADMIN_PORTAL,
      resourceId: shop.id,
    })
    serve(
      ...around,
      answering(listResourceRules, () => [portal, renamed, elsewhere]),
    )
    await changeLocale('ja')
    await show('/rules')
    expect(await screen.findByRole('link', { name: 'ユーザーポータル：全員' })).toBeDefined()
    expect(screen.queryByText(defaultResourceRules.USER_PORTAL)).toBeNull()
    expect(screen.getByRole('link', { name: 'Front door' })).toBeDefined()
    expect(screen.getByRole('link', { name: defaultResourceRules.ADMIN_PORTAL })).toBeDefined()
    await changeLocale('en')
  })

  it('keep their name for other readers when they are saved under the one that is shown', {
    meta: { covers: ['screen:rules/edit/{resourceRuleId}'] },
  }, async () => {
    const asked = serve(
      ...around,
      answering(readResourceRule, () => portal),
      answering(updateResourceRule, () => portal),
    )
    await changeLocale('ja')
    const { user } = await show(`/rules/edit/${id}`)
    const name = await screen.findByDisplayValue('ユーザーポータル：全員')
    const [description] = screen.getAllByRole('textbox').filter((box) => box !== name)
    if (description === undefined) throw new Error('no description')
    await user.type(description, '社内')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() =>
      expect(bodies(asked, updateResourceRule)).toMatchObject([
        { name: defaultResourceRules.USER_PORTAL, description: '社内' },
      ]),
    )
    await changeLocale('en')
  })
})

describe('a resource rule', () => {
  it('is said in words while it is written', {
    meta: { covers: ['screen:rules/add/{applicationId}'] },
  }, async () => {
    const asked = serve(
      ...around,
      answering(createResourceRule, () => rule()),
      answering(listResourceRules, () => [rule()]),
    )
    const { user, container } = await show('/rules/add/USER_PORTAL')
    const words = await screen.findByRole('region', { name: 'The rule in words' })
    expect(words.textContent).toBe(
      'This rule is about everybody who signs in to: User portal. It has no factor, so that the risk is always low. At low risk they go on as the flow says.',
    )
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Devices')
    const add = screen.getByRole('combobox', { name: 'Add a factor' })
    await user.selectOptions(add, 'Known device')
    expect(words.textContent).toContain('10 points of 10 if the device is new to the person.')
    expect(words.textContent).toContain('It is the only factor: failing it makes the risk high.')
    await user.selectOptions(add, 'Remembered browser')
    const high = screen.getByRole('combobox', { name: 'At high risk' })
    await user.selectOptions(high, 'Ask for a second factor')
    expect(words.textContent).toContain('10 points of 20 if the browser is not remembered.')
    expect(words.textContent).toContain('At high risk a second factor is asked.')
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Take Remembered browser out' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bodies(asked, createResourceRule)).toHaveLength(1))
    expect(bodies(asked, createResourceRule)[0]).toMatchObject({
      name: 'Devices',
      resourceId: 'USER_PORTAL',
      factors: [{ type: 'KNOWN_DEVICE', points: 10 }],
      highRisk: 'STEP_UP',
    })
  })

  it('is about an application, by a flow for each risk that lets in', async () => {
    const asked = serve(
      ...around,
      answering(createResourceRule, () => rule()),
      answering(listResourceRules, () => [rule()]),
    )
    const { user } = await show(`/rules/add/${shop.id}`)
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Shop')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Add a factor' }), 'Known device')
    const low = await screen.findByRole('combobox', { name: 'Flow at low risk' })
    await user.selectOptions(low, 'Card and code')
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'Flow at medium risk' }),
      'Card and code',
    )
    const words = screen.getByRole('region', { name: 'The rule in words' })
    expect(words.textContent).toContain('everybody who signs in to: Shop.')
    expect(words.textContent).toContain('At medium risk the flow Card and code holds.')
    await user.selectOptions(screen.getByRole('combobox', { name: 'At medium risk' }), 'Refuse')
    expect(screen.queryByRole('combobox', { name: 'Flow at medium risk' })).toBeNull()
    expect(words.textContent).not.toContain('At medium risk the flow')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bodies(asked, createResourceRule)).toHaveLength(1))
    expect(bodies(asked, createResourceRule)[0]).toMatchObject({
      resourceId: shop.id,
      lowFlowId: careful.id,
      mediumRisk: 'DENY',
      mediumFlowId: null,
      highFlowId: null,
    })
  })

  it('names countries, days and times', async () => {
    const hours = {
      type: 'DATE_TIME',
      points: 20,
      timeZone: 'Europe/Berlin',
      days: ['MON', 'TUE'],
      from: '08:00',
      to: '18:00',
    } as const
    serve(
      ...around,
      answering(readResourceRule, () =>
        rule({ factors: [abroad, { ...hours, days: ['MON', 'TUE'] }] }),
      ),
      answering(updateResourceRule, () => rule()),
    )
    const { container } = await show(`/rules/edit/${id}`)
    const words = await screen.findByRole('region', { name: 'The rule in words' })
    expect(words.textContent).toContain('30 points of 50 if the country is not Germany.')
    expect(words.textContent).toContain(
      '20 points of 50 if it is not Monday or Tuesday between 08:00 and 18:00 (Europe/Berlin).',
    )
    expect(words.textContent).toContain(
      'The risk is medium from 30 % of the points on, and high from 70 %.',
    )
    await expectAccessible(container)
  })

  it('whose thresholds are the wrong way round is not sent', async () => {
    const asked = serve(
      ...around,
      answering(readResourceRule, () => rule({ factors: [device] })),
      answering(updateResourceRule, () => rule()),
    )
    const { user } = await show(`/rules/edit/${id}`)
    const medium = await screen.findByRole('spinbutton', { name: 'Medium risk from' })
    await user.clear(medium)
    await user.type(medium, '90')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(
      (await screen.findAllByText(/Not below where medium risk begins/)).length,
    ).toBeGreaterThan(0)
    expect(bodies(asked, updateResourceRule)).toEqual([])
  })

  it('is cloned under a name of its own', {
    meta: { covers: ['screen:rules/clone/{resourceRuleId}'] },
  }, async () => {
    const asked = serve(
      ...around,
      answering(readResourceRule, () => rule({ factors: [device] })),
      answering(createResourceRule, () => rule()),
      answering(listResourceRules, () => []),
    )
    const { user } = await show(`/rules/clone/${id}`)
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Copy')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bodies(asked, createResourceRule)).toHaveLength(1))
    expect(bodies(asked, createResourceRule)[0]).toMatchObject({
      name: 'Copy',
      factors: [device],
    })
  })
})
