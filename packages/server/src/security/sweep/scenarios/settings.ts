import { generateKeyPairSync } from 'node:crypto'
import { createPassthrough } from '@signet/contract/authenticators/passthrough'
import { startEmailConnection, updateEmailServer } from '@signet/contract/settings/emailserver'
import { createKbaQuestion } from '@signet/contract/settings/kba-questions'
import type { Scenario, Scenarios, World } from '../world.ts'

/** A mail server that nobody may reach. */
const emailServer = {
  enabled: true,
  host: '127.0.0.1',
  fromAddress: 'no-reply@acme.example',
  user: 'signet',
  clientId: 'signet',
  authorizeUrl: 'https://127.0.0.1/authorize',
  tokenUrl: 'https://127.0.0.1/token',
}
const setUp = ({ test, admin }: World, enabled = true) =>
  test.call(updateEmailServer, { as: admin.token, body: { ...emailServer, enabled } })

const withAddress = async ({ ctx, admin }: World): Promise<void> => {
  await ctx.db
    .updateTable('users')
    .set({ email: 'admin@example.test' })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', admin.id)
    .execute()
}

const beginConnection = async (world: World) => {
  await setUp(world, false)
  const { body } = await world.test.call(startEmailConnection, { as: world.admin.token })
  const { searchParams } = new URL(String(body.url))
  return { key: String(body.key), state: searchParams.get('state') ?? '' }
}

const template = { type: 'newDevice', locale: 'en' }
const draft = {
  ...template,
  subject: 'New sign-in',
  body: '<mjml><mj-body><mj-section><mj-column><mj-text>{{name}}</mj-text></mj-column></mj-section></mj-body></mjml>',
  text: '{{name}}',
}
/** A question that is offered, and another text for it. */
const onQuestion =
  (body?: object): Scenario =>
  async ({ test, admin, ctx }) => {
    const question = `What is it, ${ctx.platform.ids.uuid()}?`
    const params = { locale: 'en' }
    const made = await test.call(createKbaQuestion, { as: admin.token, params, body: { question } })
    const place = { ...params, id: String(made.body.id) }
    return { params: place, ...(body === undefined ? {} : { body }) }
  }

const inEnglish = () => ({ params: { locale: 'en' } })

/** A service that nobody may reach but by https. */
const connector = {
  method: 'POST',
  url: 'https://provider.invalid/{{USER.userId}}',
  authType: 'Bearer Token',
  body: '{"to":"{{REQ.recipient}}","text":"{{REQ.message}}"}',
}
const openConnector = { ...connector, authType: 'None' }

/** A service that says yes by a value. */
const judging = {
  method: 'POST',
  url: 'https://judge.invalid/',
  authType: 'None',
  resultItems: [{ name: 'ok', path: '$.ok', equals: 'true' }],
}
const passthroughBody = {
  name: 'Directory',
  connector: { ...judging, body: '{"password":"{{REQ.password}}"}' },
}
const onPassthrough =
  (body?: object): Scenario =>
  async ({ test, admin }) => {
    const made = await test.call(createPassthrough, { as: admin.token, body: passthroughBody })
    return { params: { id: String(made.body.id) }, ...(body === undefined ? {} : { body }) }
  }

const secret = ({ keep, ctx }: World): string =>
  keep(ctx.platform.ids.random(18).toString('base64url'))

export const settingScenarios: Scenarios = {
  listKbaQuestions: inEnglish,
  createKbaQuestion: () => ({ params: { locale: 'en' }, body: { question: 'What is it?' } }),
  readKbaQuestion: onQuestion(),
  updateKbaQuestion: onQuestion({ question: 'What was it?' }),
  deleteKbaQuestion: onQuestion(),
  readKbaSynonyms: inEnglish,
  updateKbaSynonyms: () => ({ params: { locale: 'en' }, body: { synonyms: [['street', 'st']] } }),
  readEmailTemplateType: () => ({ params: { type: 'newDevice' } }),
  readEmailTemplate: () => ({ params: template }),
  updateEmailTemplate: () => ({ body: draft }),
  previewEmailTemplate: () => ({ body: draft }),
  resetEmailTemplate: () => ({ params: template }),
  readEmailVariables: inEnglish,
  readDefaultEmailVariables: inEnglish,
  updateEmailServer: () => ({ body: { fromName: 'Acme' } }),
  updateMobileSdk: ({ keep }) => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const apnsKey = keep(String(privateKey.export({ format: 'pem', type: 'pkcs8' })))
    return { body: { apnsBundleId: 'example.acme.app', secrets: { apnsKey } } }
  },
  updateSdpSettings: (world) => ({
    body: {
      clientId: 'signet',
      secrets: { clientSecret: secret(world) },
    },
  }),
  testEmailServer: async (world) => {
    await withAddress(world)
    await setUp(world)
    return {}
  },
  startEmailConnection: async (world) => {
    await setUp(world, false)
    return {}
  },
  readEmailConnection: async (world) => ({ params: { key: (await beginConnection(world)).key } }),
  completeEmailConnection: async (world) => ({
    query: { state: (await beginConnection(world)).state, error: 'access_denied' },
  }),
  testConnector: () => ({ body: { use: 'OTP', connector: openConnector } }),
  updateOtpProvider: (world) => ({
    body: {
      sms: {
        ...connector,
        headers: [{ name: 'X-Api-Key', value: secret(world) }],
        secret: secret(world),
      },
    },
  }),
  readExternalCredentialSettings: () => ({ params: { type: 'OTP' } }),
  updateExternalCredentialSettings: () => ({
    params: { type: 'OTP' },
    body: { connector: { ...judging, body: '{"code":"{{REQ.response}}"}' } },
  }),
  createPassthrough: () => ({ body: passthroughBody }),
  readPassthrough: onPassthrough(),
  updatePassthrough: onPassthrough({ ...passthroughBody, name: 'Another' }),
  deletePassthrough: onPassthrough(),
  sendSupportRequest: async (world) => {
    await withAddress(world)
    await setUp(world, false)
    return { body: { subject: 'Help', message: 'How?' } }
  },
}
