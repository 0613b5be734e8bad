import type { LimitClass } from '@signet/contract/kit/endpoint'
import { abort } from '@signet/rules/abort'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseJson } from '../../kit/body.ts'
import type { Context } from '../../kit/context.ts'
import { createContext } from '../../kit/create-context.ts'
import { ApiError } from '../../kit/errors.ts'
import { addressCaller, showStanding } from '../../kit/limits.ts'
import type { Pipeline } from '../../kit/pipeline.ts'
import {
  changedPasses,
  latestPass,
  registerDevice,
  type ShownPass,
  unregisterDevice,
  walletPath,
} from '../../modules/issuance/flash-passes/index.ts'
import { logByStranger } from '../../platform/log/by-strangers.ts'
import { guardForeign } from '../foreign.ts'

/* The web service that Apple Wallet asks (Apple, “Wallet Passes”, web service endpoints). */

const bodyLimit = 16_384

const DeviceId = z
  .string()
  .max(100, abort)
  .regex(/^[\w-]{1,100}$/)
const Registered = z.object({ device: DeviceId, type: z.string(), serial: z.string() })
const Asking = z.object({ device: DeviceId, type: z.string() })
const Held = Registered.omit({ device: true })
const PushToken = z.object({
  pushToken: z
    .string()
    .max(200, abort)
    .regex(/^[0-9A-Fa-f]{32,200}$/),
})
const Since = z.object({ passesUpdatedSince: z.string().max(20, abort).optional() })
/** Of what a phone has to say this much is kept. */
const mostMessages = 20
const longestMessage = 500
const Logs = z.object({ logs: z.array(z.string()) })

/** @throws invalid_parameters */
const parsed = <T>(schema: z.ZodType<T>, value: unknown): T => {
  const { success, data, error } = schema.safeParse(value)
  if (!success) throw new ApiError('invalid_parameters', { cause: error })
  return data
}

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
  showStanding(reply, limits.take(addressCaller(tenant, info.address, 'wallet'), limit))
  if (tenant.locked) throw new ApiError('account_locked')
  return createContext({
    platform,
    tenant,
    actor: { kind: 'anonymous' },
    locale: tenant.defaultLocale,
    request: info,
    log: platform.log,
    ifMatch: null,
  })
}

const tokenOf = ({ headers }: FastifyRequest): string =>
  /^ApplePass ([\w-]{1,100})$/i.exec(headers.authorization ?? '')?.[1] ?? ''

const namedBy = (request: FastifyRequest, { type, serial }: z.output<typeof Held>): ShownPass => ({
  passTypeIdentifier: type,
  serialNumber: serial,
  token: tokenOf(request),
})

type Handle = (ctx: Context, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Nothing tells a pass that is not there from a token that is not its own. */
const refused = (reply: FastifyReply): FastifyReply => reply.status(401).send()

const register: Handle = async (ctx, request, reply) => {
  const { device, ...pass } = parsed(Registered, request.params)
  const { pushToken } = parsed(PushToken, request.body)
  const outcome = await registerDevice(ctx, namedBy(request, pass), { device, pushToken })
  if (outcome === 'REFUSED') return refused(reply)
  return reply.status(outcome === 'CREATED' ? 201 : 200).send()
}

const unregister: Handle = async (ctx, request, reply) => {
  const { device, ...pass } = parsed(Registered, request.params)
  const isDone = await unregisterDevice(ctx, namedBy(request, pass), device)
  return isDone ? reply.status(200).send() : refused(reply)
}

/** Whoever knows the identifier of the device is the device: it tells nobody else. */
const listChanged: Handle = async (ctx, request, reply) => {
  const { device, type: passTypeIdentifier } = parsed(Asking, request.params)
  const { passesUpdatedSince: since = null } = parsed(Since, request.query)
  const changed = await changedPasses(ctx, { device, passTypeIdentifier, since })
  return changed === null ? reply.status(204).send() : reply.send(changed)
}

const knownAt = ({ headers }: FastifyRequest): Date | null => {
  const at = new Date(headers['if-modified-since'] ?? '')
  return Number.isNaN(at.getTime()) ? null : at
}

/** A file costs a signature: however a phone asks, some of one pass a minute. */
const readLatest =
  ({ limits }: Pipeline): Handle =>
  async (ctx, request, reply) => {
    const pass = namedBy(request, parsed(Held, request.params))
    const latest = await latestPass(ctx, pass, {
      knownAt: knownAt(request),
      beforeSigning: () =>
        void limits.take(
          { ...addressCaller(ctx.tenant, null), name: `pass ${pass.serialNumber}` },
          'heavy',
        ),
    })
    if (latest === null) return refused(reply)
    reply.header('Last-Modified', latest.modifiedAt.toUTCString())
    if (latest.file === null) return reply.status(304).send()
    return reply.type('application/vnd.apple.pkpass').send(latest.file)
  }

/** What phones say went wrong: anybody may say anything, on lines of our own log. */
const writeLog: Handle = async (ctx, request, reply) => {
  const { logs } = parsed(Logs, request.body)
  for (const message of logs.slice(0, mostMessages)) {
    logByStranger(ctx.log, {
      tenantId: ctx.tenant.id,
      level: 'info',
      message: 'Apple Wallet says',
      fields: { said: message.slice(0, longestMessage) },
    })
  }
  return reply.status(200).send()
}

export const mountWallet = (app: FastifyInstance, pipeline: Pipeline): void => {
  const served =
    (handle: Handle, limit: LimitClass) => async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('Cache-Control', 'no-store')
      return handle(await contextOf(pipeline, { request, reply }, limit), request, reply)
    }
  const v1 = `${walletPath}/v1`
  const devices = `${v1}/devices/:device/registrations/:type`
  app.register(async (scope) => {
    guardForeign(scope, () => {
      throw new ApiError('invalid_parameters')
    })
    scope.removeAllContentTypeParsers()
    // Phones name a type even where they send nothing.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit },
      async (_request: FastifyRequest, body: Buffer) => parseJson(body),
    )
    scope.post(`${devices}/:serial`, served(register, 'change'))
    scope.delete(`${devices}/:serial`, served(unregister, 'change'))
    scope.get(devices, served(listChanged, 'read'))
    scope.get(`${v1}/passes/:type/:serial`, served(readLatest(pipeline), 'read'))
    scope.post(`${v1}/log`, served(writeLog, 'heavy'))
  })
}
