import { readFileSync } from 'node:fs'
import Fastify, { type FastifyInstance } from 'fastify'
import { allowedMethods } from './app/allowed-methods.ts'
import { answerInTurn } from './app/answers-in-turn.ts'
import { allRoutes, documentedCalls } from './app/areas.ts'
import { mountAuthenticator } from './app/authenticator-pages.ts'
import { mountCors } from './app/cors.ts'
import { createDoors } from './app/doors.ts'
import { limitHead } from './app/head-requests.ts'
import { mountHealth } from './app/health.ts'
import { mountHelp } from './app/help.ts'
import { mountHelpGuide } from './app/help-guide.ts'
import { mountMailCallback, mountMailFrame } from './app/mail-frame.ts'
import { observe } from './app/observation.ts'
import { boundConnections } from './app/open-connections.ts'
import { mountOutbox } from './app/outbox.ts'
import { mountPages } from './app/pages.ts'
import { leadBackToPass } from './app/pass-page.ts'
import { keepRawBodies } from './app/raw-bodies.ts'
import { mountAll } from './app/text-bodies.ts'
import { mountWellKnown } from './app/well-known.ts'
import { callerAt, createLimits, type Limits, showStanding } from './kit/limits.ts'
import { readsOf } from './kit/members.ts'
import { acceptJson, answerBadAddress, answerErrors, type Pipeline } from './kit/pipeline.ts'
import type { Route } from './kit/routes.ts'
import { endWaiting } from './modules/authenticators/soft-tokens/index.ts'
import { endCardWaiting } from './modules/issuance/site-agents/index.ts'
import { policyOf } from './modules/provider/rate-limiting/index.ts'
import { cookieName, createTenantFinder } from './modules/tenancy/tenants/index.ts'
import type { Platform } from './platform/platform.ts'
import { RequestBuckets } from './platform/request-limits/buckets.ts'
import { mountOidc } from './protocols/oidc/mount.ts'
import type { Providers } from './protocols/oidc/providers.ts'
import { mountSaml } from './protocols/saml/mount.ts'
import { departureOf } from './protocols/saml/sign-out.ts'
import { mountWallet } from './protocols/wallet/mount.ts'

export interface AppOptions {
  /** More endpoints than the product's own: measurements at 1,300 endpoints. */
  readonly extraRoutes?: readonly Route[]
  /** Request limits that this node shares with others; its own without them. */
  readonly limits?: Limits
  /** When the workers run: changes may enqueue, so they wait for it; reads do not. */
  readonly started?: Promise<void>
}

const holdChanges = (app: FastifyInstance, started: Promise<void>): void => {
  let hasStarted = false
  started.then(() => {
    hasStarted = true
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasStarted || request.method === 'GET') return done()
    started.then(() => done())
  })
}

/** The kit parses by the contract; Fastify's own compilers would only be loaded. */
const noSchemas = (): never => {
  throw new Error('routes are mounted by the kit, without schemas of Fastify')
}

/** The library is loaded with the first request that needs it. */
const providersOf = (platform: Platform): Providers => {
  let made: Promise<Providers> | null = null
  const make = async (): Promise<Providers> =>
    (await import('./protocols/oidc/providers.ts')).createProviders(
      platform,
      cookieName,
      departureOf,
    )
  return {
    async of(tenant) {
      made ??= make()
      return (await made).of(tenant)
    },
  }
}

const tlsOf = ({ config }: Platform) =>
  config.tls === null
    ? {}
    : {
        https: {
          cert: readFileSync(config.tls.certFile),
          key: readFileSync(config.tls.keyFile),
          // Whoever shows one proves its key; whom it is good for is judged where it is used.
          requestCert: config.clientCertificates.tls,
          rejectUnauthorized: false,
        },
      }

const bareServer = (platform: Platform): FastifyInstance =>
  Fastify({
    logger: false,
    genReqId: () => platform.ids.uuid(),
    bodyLimit: 1_048_576,
    requestTimeout: 60_000,
    frameworkErrors: answerBadAddress,
    routerOptions: { maxParamLength: 1024 },
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
    ...tlsOf(platform),
  })

const mountProtocols = (app: FastifyInstance, pipeline: Pipeline): void => {
  mountOidc(app, pipeline, providersOf(pipeline.platform))
  mountSaml(app, pipeline)
  mountWallet(app, pipeline)
}

/** What is the same for every caller, under one limit of the caller's address. */
const mountFiles = async (app: FastifyInstance, pipeline: Pipeline): Promise<void> => {
  const { doors, limits } = pipeline
  app.addHook('onRequest', (request, reply, done) => {
    const name = callerAt(doors.requestInfo(request).address)
    showStanding(reply, limits.take({ tenantId: null, subject: 'ADDRESS', name }, 'file'))
    done()
  })
  mountHelp(app, pipeline, documentedCalls)
  mountHelpGuide(app, pipeline)
  mountMailFrame(app, pipeline)
  mountMailCallback(app, pipeline)
  await mountAuthenticator(app, pipeline)
  await mountPages(app, pipeline)
}

/** Ends calls that wait for somebody: the service stops. */
const sendHome = (platform: Platform): void => {
  endWaiting(platform)
  endCardWaiting(platform)
}

const nameRequests = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id).header('X-Content-Type-Options', 'nosniff')
    done()
  })
}

const ownLimits = ({ clock, config, limitedCallers }: Platform): Limits =>
  createLimits(
    new RequestBuckets({
      clock,
      policyOf,
      scale: () => config.requestLimitScale,
      onExceeded: limitedCallers.note,
    }),
  )

/** Assembles the service on a platform; the caller listens and closes. */
export const createApp = async (
  platform: Platform,
  options: AppOptions = {},
): Promise<FastifyInstance> => {
  const app = bareServer(platform)
  const { extraRoutes = [] } = options
  const routes = [...allRoutes, ...extraRoutes]
  const tenants = createTenantFinder(platform.database)
  const limits = options.limits ?? ownLimits(platform)
  const pipeline: Pipeline = {
    platform,
    doors: createDoors(platform, { tenants, limits }),
    limits,
    reads: readsOf(routes),
    methodsAt: allowedMethods(documentedCalls),
  }
  boundConnections(app, platform.config)
  answerInTurn(app)
  if (options.started !== undefined) holdChanges(app, options.started)
  acceptJson(app)
  answerErrors(app, pipeline)
  nameRequests(app)
  observe(app, platform)
  limitHead(app, allRoutes)
  keepRawBodies(app)
  leadBackToPass(app)
  mountCors(app, pipeline)
  mountHealth(app, platform)
  mountOutbox(app, pipeline)
  mountAll(app, pipeline, routes)
  mountProtocols(app, pipeline)
  mountWellKnown(app, pipeline)
  app.addHook('preClose', async () => sendHome(platform))
  await app.register((files) => mountFiles(files, pipeline))
  return app
}
