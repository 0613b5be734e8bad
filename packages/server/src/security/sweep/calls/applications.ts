import { oidcApplications } from '../../../modules/applications/oidc-applications/index.ts'
import type { Scenario, World } from '../world.ts'

export const wantedApplication = ({ ctx }: World) => ({
  name: `App ${ctx.platform.ids.random(6).toString('hex')}`,
  applicationType: 'OIDC_WEB' as const,
  redirectUris: ['https://rp.example.test/cb'],
})

/** A registered application with its secret. */
export const buildApplication = async (world: World, change: object = {}) => {
  const made = await oidcApplications.create(world.ctx, { ...wantedApplication(world), ...change })
  return { ...made.application, secret: world.keep(made.clientSecret ?? '') }
}

export const onApplication =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { id: (await buildApplication(world)).id },
    ...(body === undefined ? {} : { body: body(world) }),
  })
