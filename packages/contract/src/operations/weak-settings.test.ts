import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { weakFields } from '../kit/weaker.ts'
import { weakerFamilies } from '../settings/weaker-families.ts'
import { type WeakerObjectKind, weakerObjects } from './weaker-objects.ts'

/** What stands behind defaults, nulls and lists. */
const bare = (schema: unknown): unknown => {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return bare(schema.unwrap())
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodReadonly)
    return bare(schema.unwrap())
  return schema instanceof z.ZodArray ? bare(schema.element) : schema
}

const isSwitch = (schema: unknown): boolean => {
  const found = bare(schema)
  if (found instanceof z.ZodUnion) return found.options.every((one) => one instanceof z.ZodLiteral)
  return found instanceof z.ZodBoolean || found instanceof z.ZodEnum
}

const switchesOf = ({ shape }: z.ZodObject): readonly string[] =>
  Object.entries(shape).flatMap(([name, schema]) => (isSwitch(schema) ? [name] : []))

const folder = new URL('../settings/', import.meta.url)

/** Every family of settings that a file of the contract declares. */
const declared = async () => {
  const files = readdirSync(folder).filter((name) => /^(?!weaker|policy)[a-z-]+\.ts$/.test(name))
  const modules = await Promise.all(
    files.map(async (name) => Object.entries<unknown>(await import(new URL(name, folder).href))),
  )
  return modules.flat().flatMap(([name, value]) => {
    if (!name.endsWith('Family') || typeof value !== 'object' || value === null) return []
    if (!('name' in value && 'fields' in value)) return []
    const { name: family, fields } = value
    return fields instanceof z.ZodObject ? [{ family: String(family), fields }] : []
  })
}

const isCreation = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  'method' in value &&
  'actor' in value &&
  value.method === 'POST' &&
  value.actor === 'admin'

const contract = new URL('../', import.meta.url)

/** Whether a call says that it is ordinary, and takes texts alone: it has no switch to weaken anything by. */
const isPlain = (call: object): boolean =>
  'ordinary' in call &&
  'body' in call &&
  call.body instanceof z.ZodObject &&
  Object.values(call.body.shape).every((schema) => bare(schema) instanceof z.ZodString)

/** The calls by which administrators make something, by name. */
const creations = async (): Promise<ReadonlyMap<string, object>> => {
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^[a-z-]+\/(?!weaker)[a-z0-9-]+\.ts$/.test(name),
  )
  const modules = await Promise.all(
    files.map(async (name) => Object.entries<unknown>(await import(new URL(name, contract).href))),
  )
  return new Map(
    modules
      .flat()
      .flatMap(([name, value]) =>
        name.startsWith('create') && isCreation(value) ? [[name, value] as const] : [],
      ),
  )
}

/** Each call that makes something whose values are judged, and as what. */
const judgedAs: Readonly<Record<string, WeakerObjectKind | 'GROUP_POLICY'>> = {
  createAdminApiApplication: 'API_APPLICATION',
  createAdministratorRolePolicy: 'GROUP_POLICY',
  createAgentApplication: 'API_APPLICATION',
  createAuthApiApplication: 'API_APPLICATION',
  createAuthenticationFlow: 'AUTHENTICATION_FLOW',
  createExternalDatabase: 'EXTERNAL_DATABASE',
  createGridPolicy: 'GROUP_POLICY',
  createGroupPolicy: 'GROUP_POLICY',
  createIdgApplication: 'API_APPLICATION',
  createIssuanceApiApplication: 'API_APPLICATION',
  createMagicLinkPolicy: 'GROUP_POLICY',
  createOidcApplication: 'OIDC_APPLICATION',
  createOidcIdentityProvider: 'OIDC_IDENTITY_PROVIDER',
  createPassthroughPolicy: 'GROUP_POLICY',
  createRadiusApplication: 'RADIUS_APPLICATION',
  createRegistrationPolicy: 'GROUP_POLICY',
  createResourceApi: 'RESOURCE_API',
  createResourceRule: 'RESOURCE_RULE',
  createRiskEngine: 'RISK_ENGINE',
  createSamlApplication: 'SAML_APPLICATION',
  createSamlIdentityProvider: 'SAML_IDENTITY_PROVIDER',
  createSiemApplication: 'API_APPLICATION',
  createSyslogApplication: 'SYSLOG_APPLICATION',
  createTenantPolicy: 'GROUP_POLICY',
  createVerificationPolicy: 'GROUP_POLICY',
  createWebhook: 'WEBHOOK',
}

const person = 'a user, or something of theirs: how it is used is for settings to say'
const content = 'content of the tenant, which protects nothing'
const access = 'names who may do what: no value of it is weaker than another'

/** Each call that makes something of which no value is weaker than another, and why. */
const nothingToWeaken: Readonly<Record<string, string>> = {
  createAcr: access,
  createArchive: content,
  createCredentialDesign: content,
  createEnrollment: person,
  createEnrollmentsV2: person,
  createEnrollmentV1: person,
  createFlashPassDesign: content,
  createGrids: content,
  createGroup: access,
  createIpList: access,
  createInvitationLink: person,
  createKbaQuestion: content,
  createListExport: content,
  createOauthRole: access,
  createOidcClaim: access,
  createOrganization: access,
  createOtp: person,
  createPassthrough: 'its connector takes encrypted URLs alone; whether it counts is a setting',
  createPrinter: content,
  createPrinterAlert: content,
  createRadiusAgent: 'a credential, and nothing to choose',
  createReport: content,
  createResourceScope: access,
  createSamlCertificate: 'made by the service, in one way',
  createScheduledTask: content,
  createSiteAgent: 'a credential, and nothing to choose',
  createSiteRole: access,
  createSmartCardProfile: content,
  createSupportGrant: access,
  createTransactionItem: access,
  createTransactionRule: access,
  createUser: person,
  createUserAttribute: content,
  createUserGrid: person,
  createUserMachine: person,
  createUsers: person,
  createUserTempAccessCode: person,
  createUserToken: person,
  createVariableGraphic: content,
  createWhatIf: content,
  createWorkflowDesign: content,
  createWorkflowDesignV2: content,
}

describe('the table of weak values', () => {
  it('judges every switch and choice of every family of settings', {
    meta: { covers: ['S71'] },
  }, async () => {
    const families = await declared()
    expect(families.length).toBeGreaterThan(40)
    const missing = families.flatMap(({ family, fields }) => {
      const table = weakerFamilies.find(({ name }) => name === family)
      const judged = [...Object.keys(table?.fields ?? {}), ...(table?.harmless ?? [])]
      if (table === undefined) return [family]
      return switchesOf(fields).flatMap((name) =>
        judged.includes(name) ? [] : [`${family}.${name}`],
      )
    })
    expect(missing).toEqual([])
  })

  it.each(Object.entries(weakerObjects))('judges every switch and choice of %s', (_, table) => {
    const judged = [...Object.keys(table.fields), ...table.harmless]
    expect(switchesOf(table.schema).filter((name) => !judged.includes(name))).toEqual([])
    expect(new Set(judged).size).toBe(judged.length)
  })

  it('has a kind, or nothing to judge, for everything that administrators set up', async () => {
    const calls = await creations()
    const made = [...calls.keys()]
    expect(made.length).toBeGreaterThan(60)
    const known = [...Object.keys(judgedAs), ...Object.keys(nothingToWeaken)]
    expect(
      made.filter((name) => !known.includes(name) && !isPlain(calls.get(name) ?? {})),
      'judged as nothing yet: give each a row in `judgedAs` or `nothingToWeaken` of this file',
    ).toEqual([])
    expect(known.filter((name) => !made.includes(name))).toEqual([])
    expect(new Set(Object.values(judgedAs))).toEqual(
      new Set([...Object.keys(weakerObjects), 'GROUP_POLICY']),
    )
  })

  it('needs no row for a call that is ordinary and takes texts alone', () => {
    const name = z.string().nullable().default(null)
    const ordinary = 'a label'
    expect(isPlain({ ordinary, body: z.object({ name }) })).toBe(true)
    expect(isPlain({ body: z.object({ name }) })).toBe(false)
    expect(isPlain({ ordinary, body: z.object({ name, on: z.boolean() }) })).toBe(false)
    expect(isPlain({ ordinary, body: z.object({ name, most: z.int() }) })).toBe(false)
  })

  it('finds no default weaker than itself', () => {
    for (const { fields, defaults } of weakerFamilies) {
      expect(weakFields(fields, defaults, defaults)).toEqual([])
    }
    for (const { fields, usual } of Object.values(weakerObjects)) {
      expect(weakFields(fields, usual({}), usual({}))).toEqual([])
    }
  })
})
