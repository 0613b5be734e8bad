import { createOidcApplication } from '../../../modules/applications/oidc-applications/index.ts'
import type { Scenario, Scenarios, World } from '../world.ts'

const wanted = ({ ctx }: World) => ({
  name: `App ${ctx.platform.ids.random(6).toString('hex')}`,
  applicationType: 'OIDC_WEB' as const,
  redirectUris: ['https://rp.example.test/cb'],
})

/** A registered application with its secret. */
export const buildApplication = async (world: World, change: object = {}) => {
  const made = await createOidcApplication(world.ctx, { ...wanted(world), ...change })
  return { ...made.application, secret: world.keep(made.clientSecret ?? '') }
}

const onApplication =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { id: (await buildApplication(world)).id },
    ...(body === undefined ? {} : { body: body(world) }),
  })

export const applicationScenarios: Scenarios = {
  createOidcApplication: (world) => ({ body: wanted(world) }),
  readOidcApplication: onApplication(),
  updateOidcApplication: onApplication((world) => ({ ...wanted(world), description: 'Changed' })),
  deleteOidcApplication: onApplication(),
  generateClientSecret: async (world) => ({ body: { id: (await buildApplication(world)).id } }),
}
