import { createHmac, randomUUID } from 'node:crypto'
import { beginStepUp } from '@signet/contract/access/authentication'
import {
  activateOwnFace,
  deleteOwnFace,
  listOwnFaces,
  readOwnFace,
  registerOwnFace,
  restartOwnFace,
} from '@signet/contract/access/self-faces'
import {
  activateFace,
  deleteFace,
  listUserFaces,
  receiveFaceWebhook,
  registerUserFace,
} from '@signet/contract/authenticators/faces'
import { readOnfido, updateFaceAccount, updateFaceSettings } from '@signet/contract/settings/face'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Asked, nodeThatCalls, startOutside } from '../../../../testing/access/outside.ts'
import { browserOf, buildPerson, fieldOf, goodPassword } from '../../../../testing/access/people.ts'
import { buildAdmin, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/** The provider: applicants, and workflow runs whose outcome the test decides. */
const runs = new Map<string, { status: string; applicant: string; workflow: string }>()
const applicants = new Set<string>()
const provider = ({ method, path, authorization, body }: Asked) => {
  if (authorization !== 'Token token=api-canary') return { status: 401 }
  if (method === 'POST' && path === '/v3.6/applicants') {
    const id = randomUUID()
    applicants.add(id)
    return { status: 201, body: { id } }
  }
  if (method === 'DELETE' && path.startsWith('/v3.6/applicants/')) {
    applicants.delete(path.split('/').at(-1) ?? '')
    return { status: 204 }
  }
  const shown = (id: string) => {
    const run = runs.get(id)
    if (run === undefined) return null
    const { status, applicant, workflow } = run
    const link = { url: `https://id.provider.example/${id}` }
    return { body: { id, status, applicant_id: applicant, workflow_id: workflow, link } }
  }
  if (method === 'POST' && path === '/v3.6/workflow_runs') {
    const id = randomUUID()
    const applicant = String(body.applicant_id)
    runs.set(id, { status: 'awaiting_input', applicant, workflow: String(body.workflow_id) })
    return shown(id)
  }
  return path.startsWith('/v3.6/workflow_runs/') ? shown(path.split('/').at(-1) ?? '') : null
}

let test: TestApp
let outside: Awaited<ReturnType<typeof startOutside>>
let node: Awaited<ReturnType<typeof nodeThatCalls>>
let as: string
beforeAll(async () => {
  test = await startTestApp()
  outside = await startOutside(provider)
  node = await nodeThatCalls(test, outside.port)
  as = (await buildAdmin(test.ctx)).token
  const account = {
    baseUrl: `${outside.url}/v3.6`,
    registrationWorkflow: 'register',
    authenticationWorkflow: 'compare',
    secrets: { apiToken: 'api-canary', webhookToken: 'hook-canary' },
  }
  await node.call(updateFaceAccount, { as, body: account })
  await node.call(updateFaceSettings, { as, body: { enabled: true } })
})
afterAll(async () => {
  await node.close()
  await outside.close()
  await test.close()
})

const runOf = (url: unknown): string => String(url).split('/').at(-1) ?? ''
const decide = (run: string, status: string): void => {
  const known = runs.get(run)
  if (known !== undefined) runs.set(run, { ...known, status })
}

const begin = async () => {
  const user = await buildPerson(test.ctx)
  const token = await signInAs(test.ctx, user)
  const begun = await node.call(registerOwnFace, { as: token })
  expect(begun.status, begun.text).toBe(200)
  return { user, token, id: String(begun.body.id), run: runOf(begun.body.url) }
}

const registered = async () => {
  const begun = await begin()
  decide(begun.run, 'approved')
  const params = { faceid: begun.id }
  const done = await node.call(activateOwnFace, { as: begun.token, params })
  expect(done.body).toMatchObject({ state: 'ACTIVE' })
  return begun
}

const hook = (run: string, signature?: string) => {
  const object = { id: run, status: 'approved', href: 'https://elsewhere.example' }
  const message = {
    payload: { resource_type: 'workflow_run', action: 'workflow_run.completed', object },
  }
  const payload = JSON.stringify(message, null, 1)
  const signed = createHmac('sha256', 'hook-canary').update(payload).digest('hex')
  return node.app.inject({
    method: 'POST',
    url: receiveFaceWebhook.path,
    headers: {
      host: node.host,
      'content-type': 'application/json',
      'x-sha2-signature': signature ?? signed,
    },
    payload,
  })
}

describe('the registration of a face', () => {
  it('ends when the provider has approved it, and not before', async () => {
    const { token, id, run } = await begin()
    const params = { faceid: id }
    const early = await node.call(activateOwnFace, { as: token, params })
    expect([early.status, early.body.errorCode]).toEqual([409, 'token_invalid_state'])
    decide(run, 'approved')
    const done = await node.call(activateOwnFace, { as: token, params })
    expect(done.body).toMatchObject({ state: 'ACTIVE' })
    expect((await node.call(listOwnFaces, { as: token })).text).toContain('ACTIVE')
  })

  it('makes no face of one that the provider has declined', async () => {
    const { token, id, run } = await begin()
    decide(run, 'declined')
    const done = await node.call(activateOwnFace, { as: token, params: { faceid: id } })
    expect(done.body).toMatchObject({ state: 'DECLINED' })
  })

  it('is none of another person’s run', async () => {
    const { token, id, run } = await begin()
    const other = await begin()
    const its = runs.get(run)
    runs.set(run, {
      ...(runs.get(other.run) ?? { workflow: '', applicant: '' }),
      status: 'approved',
    })
    const done = await node.call(activateOwnFace, { as: token, params: { faceid: id } })
    expect(done.body).toMatchObject({ state: 'DECLINED' })
    if (its !== undefined) runs.set(run, its)
  })

  it('may be begun anew, and deletes the former one at the provider', async () => {
    const { token, id, run } = await begin()
    const applicant = runs.get(run)?.applicant ?? ''
    const again = await node.call(restartOwnFace, { as: token, params: { faceid: id } })
    expect(again.status).toBe(200)
    expect(applicants.has(applicant)).toBe(false)
    const former = await node.call(readOwnFace, { as: token, params: { faceid: id } })
    expect(former.status).toBe(404)
  })

  it('is another person’s to none', async () => {
    const { id } = await begin()
    const stranger = await signInAs(test.ctx, await buildPerson(test.ctx))
    for (const endpoint of [readOwnFace, activateOwnFace, deleteOwnFace] as const) {
      const answer = await node.call(endpoint, { as: stranger, params: { faceid: id } })
      expect(answer.status).toBe(404)
    }
  })

  it('is an administrator’s to begin, complete and delete', async () => {
    const user = await buildPerson(test.ctx)
    const params = { userid: user.id }
    const query = { registrationFlow: 'MOBILE' }
    const begun = await node.call(registerUserFace, { as, params, query })
    decide(runOf(begun.body.url), 'approved')
    const faceid = String(begun.body.id)
    const done = await node.call(activateFace, { as, params: { faceid } })
    expect(done.body).toMatchObject({ state: 'ACTIVE' })
    expect((await node.call(deleteFace, { as, params: { faceid } })).status).toBe(204)
    expect(JSON.parse((await node.call(listUserFaces, { as, params })).text)).toEqual([])
  })
})

describe('the webhook', () => {
  it('completes a registration that the provider has signed for', async () => {
    const { token, id, run } = await begin()
    decide(run, 'approved')
    expect((await hook(run)).statusCode).toBe(204)
    const read = await node.call(readOwnFace, { as: token, params: { faceid: id } })
    expect(read.body).toMatchObject({ state: 'ACTIVE' })
    expect((await hook(run)).statusCode).toBe(204)
  })

  it('believes no status that it is told', { meta: { covers: ['S52'] } }, async () => {
    const { token, id, run } = await begin()
    expect((await hook(run)).statusCode).toBe(204)
    const read = await node.call(readOwnFace, { as: token, params: { faceid: id } })
    expect(read.body).toMatchObject({ state: 'REGISTERING' })
  })

  it.each(['', 'no', '0'.repeat(64)])(
    'refuses the signature "%s"',
    { meta: { covers: ['S52'] } },
    async (signature) => {
      const { run } = await begin()
      decide(run, 'approved')
      expect((await hook(run, signature)).statusCode).toBe(403)
    },
  )
})

describe('a face as the second factor', () => {
  const halfway = async () => {
    const { user } = await registered()
    const browser = browserOf(node.call)
    await browser.query(user.userId)
    const half = await browser.prove('PASSWORD', goodPassword)
    expect(half.body).toMatchObject({ secondFactor: true, authenticators: [{ type: 'FACE' }] })
    return browser
  }

  it('is taken once the provider has compared it', async () => {
    const browser = await halfway()
    const asked = await browser.challenge('FACE')
    const run = runOf(fieldOf(asked.body, 'face', 'url'))
    expect((await browser.prove('FACE', '', { sequenceNonce: 'one' })).status).toBe(401)
    decide(run, 'approved')
    const done = await browser.prove('FACE', '', { sequenceNonce: 'two' })
    expect(done.body).toMatchObject({ authenticationCompleted: true })
  })

  it('is taken of one check once, of fifty at the same time', {
    meta: { covers: ['S52'] },
  }, async () => {
    const browser = await halfway()
    const asked = await browser.challenge('FACE')
    decide(runOf(fieldOf(asked.body, 'face', 'url')), 'approved')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => browser.prove('FACE', '', { sequenceNonce: `n${at}` })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is none of another sign-in’s check', { meta: { covers: ['S52'] } }, async () => {
    const browser = await halfway()
    const other = await halfway()
    const asked = await other.challenge('FACE')
    decide(runOf(fieldOf(asked.body, 'face', 'url')), 'approved')
    expect((await browser.prove('FACE', '')).status).toBe(401)
  })

  it('is none of the run that registered it', async () => {
    const browser = await halfway()
    const asked = await browser.challenge('FACE')
    const run = runOf(fieldOf(asked.body, 'face', 'url'))
    const known = runs.get(run)
    if (known !== undefined) runs.set(run, { ...known, workflow: 'register', status: 'approved' })
    expect((await browser.prove('FACE', '')).status).toBe(401)
  })

  it('proves once more that it is its owner', async () => {
    const { token } = await registered()
    const asked = await node.call(beginStepUp, { as: token, body: {} })
    expect(asked.body).toMatchObject({ authenticators: [{ type: 'FACE' }] })
  })
})

it('the provider’s secrets are never shown, and end with its address', async () => {
  const read = await node.call(readOnfido, { as })
  expect(read.text).not.toContain('canary')
  expect(read.body).toMatchObject({ secretsPresent: ['apiToken', 'webhookToken'] })
  const baseUrl = 'https://other.example'
  const moved = await node.call(updateFaceAccount, { as, body: { baseUrl } })
  expect(moved.body).toMatchObject({ secretsPresent: [] })
})
