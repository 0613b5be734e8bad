/*
 * Sources of endpoints that stand for those still to be written: a subject of ten, in the files
 * and with the amount of code that a real one has.
 */

export const endpointsPerSubject = 10

const numbers = Array.from({ length: endpointsPerSubject }, (_, index) => index)

const endpointSource = (subject: string, index: number): string => `
export const Thing${index} = z
  .object({
    id: Uuid,
    name: Line(100),
    description: z.string().trim().max(500).nullable(),
    state: z.enum(['NEW', 'ACTIVE', 'INACTIVE']),
    count: z.int().min(0).max(1000),
    labels: z.array(Line(40)).max(20),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: '${subject}Thing${index}' })
export const ThingChange${index} = Thing${index}
  .pick({ name: true, description: true, labels: true })
  .partial()
  .meta({ id: '${subject}ThingChange${index}' })

export const changeThing${index} = endpoint({
  method: 'PUT',
  path: '/api/synthetic/${subject}/things-${index}/:id',
  actor: 'admin',
  needs: ['USERS', 'EDIT'],
  params: IdParams,
  body: ThingChange${index},
  answer: Thing${index},
  errors: ['not_found', 'precondition_failed'],
  audit: 'THING_CHANGED',
  limit: 'change',
  summary: 'Change a thing that stands for another',
})
`

export const contractSource = (subject: string): string =>
  `import { endpoint } from '@signet/contract/kit/endpoint'
import { IdParams, Instant, Line, Uuid } from '@signet/contract/kit/schemas'
import { z } from 'zod'
${numbers.map((index) => endpointSource(subject, index)).join('')}`

const serviceFunction = (index: number): string => `
const find${index} = (ctx: Context, id: string) =>
  ctx.db
    .selectFrom('settings')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('family', '=', \`${index} \${id}\`)
    .executeTakeFirst()

/** @throws not_found, precondition_failed */
export const change${index} = (ctx: Context, id: string, change: Readonly<Record<string, unknown>>) =>
  ctx.transaction(async (ctx) => {
    const before = await find${index}(ctx, id)
    if (before === undefined) throw new ApiError('not_found')
    expectVersion(ctx, before.version)
    const now = ctx.platform.clock.now()
    audit(ctx, 'THING_CHANGED', { subject: { entity: 'THINGS', id }, after: change })
    return versioned(
      {
        id,
        name: 'thing',
        description: null,
        state: 'NEW' as const,
        count: ${index},
        labels: [],
        createdAt: now,
        updatedAt: now,
        ...change,
      },
      before.version,
    )
  })
`

export const serviceSource = (): string =>
  `import { audit } from '@signet/server/kit/audit'
import { type Context, expectVersion } from '@signet/server/kit/context'
import { ApiError } from '@signet/server/kit/errors'
import { versioned } from '@signet/server/kit/routes'
${numbers.map(serviceFunction).join('')}`

const binding = (index: number): string =>
  `  changeThing${index}: (ctx, { params, body }) => service.change${index}(ctx, params.id, body),\n`

/** The address of a file beside the one that is written. */
const beside = (name: string): string => JSON.stringify(`./${name}.ts`)

export const routesSource = (): string =>
  `import { routes } from '@signet/server/kit/routes'
import * as contract from ${beside('contract')}
import * as service from ${beside('service')}

export const thingRoutes = routes(contract, {
${numbers.map(binding).join('')}})
`

export const listSource = (subjects: readonly string[]): string =>
  `${subjects.map((subject) => `import { thingRoutes as ${subject} } from './${subject}/routes.ts'\n`).join('')}
export const syntheticRoutes = [${subjects.map((subject) => `...${subject}`).join(', ')}]
`

/** @param serve the address of the module that starts the service */
export const mainSource = (serve: string): string =>
  `import { serve } from ${JSON.stringify(serve)}

await serve(async () => (await import(${beside('routes')})).syntheticRoutes)
`
