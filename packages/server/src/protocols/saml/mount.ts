import type { LimitClass } from '@signet/contract/kit/endpoint'
import type { RejectionDoor } from '@signet/rules/rejections'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../kit/context.ts'
import { createContext } from '../../kit/create-context.ts'
import { ApiError } from '../../kit/errors.ts'
import { addressCaller, showStanding } from '../../kit/limits.ts'
import type { Pipeline } from '../../kit/pipeline.ts'
import { engine } from '../../modules/access/sign-in/index.ts'
import { samlService } from '../../modules/applications/identity-providers/index.ts'
import { readEnvelope, readForm, readQuery } from '../../platform/saml/bindings.ts'
import { SamlFault } from '../../platform/saml/saml-fault.ts'
import { longestMessage } from '../../platform/xml/tree.ts'
import { guardForeign } from '../foreign.ts'
import { mountPath, paths } from './addresses.ts'
import { type Answer, leadTo, soapFault, tellFault, tellRefusal } from './answers.ts'
import { signInBySoap } from './ecp.ts'
import { metadataText } from './metadata.ts'
import { noteRefusal } from './refusals.ts'
import { resumeSignIn, signIn, signInUnasked } from './sign-in.ts'
import { continueSignOut, signOut, signOutBySoap, signOutHere } from './sign-out.ts'
import { postRequest, serviceMetadata, takeResponse } from './upstream-service.ts'
import { signedOutUpstream, signedOutUpstreamBySoap } from './upstream-sign-out.ts'

/** A form's base64 takes more room than its message. */
const bodyLimit = 2 * longestMessage

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

const contextOf = async (
  { platform, doors, limits }: Pipeline,
  { request, reply }: Exchange,
  limit: LimitClass,
): Promise<Context> => {
  const info = doors.requestInfo(request)
  const tenant = await doors.findTenant(info.host)
  if (tenant.locked) throw new ApiError('account_locked')
  showStanding(reply, limits.take(addressCaller(tenant, info.address, 'saml'), limit))
  return createContext({
    platform,
    tenant,
    actor: { kind: 'anonymous' },
    locale: doors.localeOf(request, tenant),
    request: info,
    log: platform.log,
    ifMatch: null,
  })
}

const queryOf = ({ url }: FastifyRequest): string => {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}

const bodyOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '')

type Handle = (ctx: Context, request: FastifyRequest) => Promise<Answer>

const getSignIn: Handle = (ctx, request) => {
  const query = queryOf(request)
  const received = readQuery(query)
  if (received !== null) return signIn(ctx, received)
  const parameters = new URLSearchParams(query)
  const uid = parameters.get('uid')
  if (uid !== null) {
    return resumeSignIn(ctx, uid, parameters.has('denied') ? 'DENIED' : 'GOES_ON')
  }
  const applicationId = parameters.get('applicationId')
  if (applicationId === null) throw new SamlFault('no message')
  return signInUnasked(ctx, { applicationId, consumer: parameters.get('acsUrlId') })
}

const postSignIn: Handle = (ctx, request) => {
  const received = readForm(bodyOf(request))
  if (received === null) throw new SamlFault('no message')
  return signIn(ctx, received)
}

/** A page of another site may not sign anybody out: browsers say where they come from. */
const isOwnPage = ({ headers }: FastifyRequest): boolean =>
  ['same-origin', 'none', undefined].includes(headers['sec-fetch-site']?.toString())

const getSignOut: Handle = async (ctx, request) => {
  const received = readQuery(queryOf(request))
  if (received !== null) return signOut(ctx, received)
  const key = new URLSearchParams(queryOf(request)).get('goOn')
  if (key !== null) return continueSignOut(ctx, key)
  return isOwnPage(request) ? signOutHere(ctx) : leadTo('/')
}

const isEnvelope = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('text/xml') === true

const postSignOut: Handle = (ctx, request) => {
  if (isEnvelope(request)) return signOutBySoap(ctx, readEnvelope(bodyOf(request)))
  const received = readForm(bodyOf(request))
  if (received === null) throw new SamlFault('no message')
  return signOut(ctx, received)
}

/** A program shows a name and a password, on no device that would be known. */
const postSoap: Handle = (ctx, request) => {
  if (!isEnvelope(request)) throw new SamlFault('no envelope')
  const received = readEnvelope(bodyOf(request))
  const { authorization } = request.headers
  if (authorization === undefined) return signInBySoap(ctx, received, authorization)
  return engine.countGuess(ctx, { isWrong: ({ status }) => status === 401 }, () =>
    signInBySoap(ctx, received, authorization),
  )
}

type HandleOfProvider = (ctx: Context, id: string, request: FastifyRequest) => Promise<Answer>

const idOf = ({ params }: FastifyRequest): string =>
  typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : ''

const ofProvider =
  (handle: HandleOfProvider): Handle =>
  (ctx, request) =>
    handle(ctx, idOf(request), request)

const getUpstreamRequest = ofProvider((ctx, id, request) =>
  postRequest(ctx, id, new URLSearchParams(queryOf(request)).get('request') ?? ''),
)

const postResponse = ofProvider((ctx, id, request) => takeResponse(ctx, id, bodyOf(request)))

const getUpstreamSignOut = ofProvider((ctx, id, request) => {
  const received = readQuery(queryOf(request))
  if (received === null) throw new SamlFault('no message')
  return signedOutUpstream(ctx, id, received)
})

const postUpstreamSignOut = ofProvider((ctx, id, request) => {
  if (isEnvelope(request)) {
    return signedOutUpstreamBySoap(ctx, id, readEnvelope(bodyOf(request)))
  }
  const received = readForm(bodyOf(request))
  if (received === null) throw new SamlFault('no message')
  return signedOutUpstream(ctx, id, received)
})

const send = (reply: FastifyReply, { status, headers, body }: Answer): FastifyReply => {
  for (const [name, value] of Object.entries(headers)) {
    reply.header(name, typeof value === 'string' ? value : [...value])
  }
  return reply.status(status).send(body)
}

interface Served {
  readonly door: RejectionDoor
  readonly limit?: LimitClass
}

/** What is not taken is told to the person; whoever sent it is not known. */
const served =
  (pipeline: Pipeline, handle: Handle, { door, limit = 'read' }: Served) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const ctx = await contextOf(pipeline, { request, reply }, limit)
    try {
      return send(reply, await handle(ctx, request))
    } catch (error) {
      if (!(error instanceof SamlFault)) throw error
      await noteRefusal(ctx, error, door)
      return send(reply, isEnvelope(request) ? soapFault : tellRefusal(error.code))
    }
  }

const metadataOf = (body: string): Answer => ({
  status: 200,
  headers: {
    'Content-Type': 'application/samlmetadata+xml; charset=utf-8',
    'Cache-Control': 'public, max-age=300',
    'Content-Disposition': 'inline; filename="metadata.xml"',
  },
  body,
})

const metadata: Handle = async (ctx) => metadataOf(await metadataText(ctx))
const ownMetadata = ofProvider(async (ctx, id) => metadataOf(await serviceMetadata(ctx, id)))

export const mountSaml = (app: FastifyInstance, pipeline: Pipeline): void => {
  app.register(async (scope) => {
    guardForeign(scope, (_request, reply) => send(reply, tellFault('invalid_request')))
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'text/xml'],
      { parseAs: 'string', bodyLimit },
      (_request, body, done) => done(null, body),
    )
    const signIns = { door: 'SAML_SIGN_IN' } as const
    const signOuts = { door: 'SAML_SIGN_OUT' } as const
    scope.get(mountPath, served(pipeline, metadata, signIns))
    scope.get(paths.signIn, served(pipeline, getSignIn, signIns))
    scope.post(paths.signIn, served(pipeline, postSignIn, signIns))
    scope.get(paths.signOut, served(pipeline, getSignOut, signOuts))
    scope.post(paths.signOut, served(pipeline, postSignOut, signOuts))
    scope.post(paths.soap, served(pipeline, postSoap, { ...signIns, limit: 'authenticate' }))
    const { path } = samlService
    const responses = { door: 'SAML_RESPONSE' } as const
    scope.get(`${path}/:id`, served(pipeline, ownMetadata, responses))
    scope.get(`${path}/:id/SSO`, served(pipeline, getUpstreamRequest, responses))
    scope.post(`${path}/:id/ACS`, served(pipeline, postResponse, responses))
    scope.get(`${path}/:id/SLO`, served(pipeline, getUpstreamSignOut, signOuts))
    scope.post(`${path}/:id/SLO`, served(pipeline, postUpstreamSignOut, signOuts))
  })
}
