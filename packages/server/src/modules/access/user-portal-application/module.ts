import * as contract from '@signet/contract/access/user-portal-application'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import { userPortalApplicationFamily } from '@signet/contract/settings/userportalapplication'
import type { z } from 'zod'
import { type Context, mayDo } from '../../../kit/context.ts'
import type { Module } from '../../../kit/module.ts'
import { routes, versioned } from '../../../kit/routes.ts'
import { settingsOf } from '../../settings/families/index.ts'
import { resourceRules } from '../resource-rules/index.ts'

const id = 'USER_PORTAL'

const kept = settingsOf(userPortalApplicationFamily, {
  told: {
    action: 'APPLICATION_UPDATED',
    subject: { entity: 'APPLICATIONS', id, name: 'User portal' },
  },
})

type Kept = Awaited<ReturnType<typeof kept.read>>

const present = async (ctx: Context, { value, version }: Kept) => {
  const { name, description, enabled } = value
  const rules = mayDo(ctx, ['CONTEXTRULES', 'VIEW']) ? await resourceRules.list(ctx) : []
  const shown: z.input<typeof contract.UserPortalApplication> = {
    id,
    applicationType: id,
    name,
    description,
    enabled,
    url: `${ctx.tenant.publicUrl}/`,
    resourceRules: rules.filter(({ resourceId }) => resourceId === id),
  }
  return versioned(shown, version)
}

const read = async (ctx: Context) => present(ctx, await kept.read(ctx))

interface Input {
  readonly body: BodyOf<typeof contract.updateUserPortalApplication>
}

/** @throws precondition_failed */
const change = async (ctx: Context, input: Input) => present(ctx, await kept.update(ctx, input))

export const userPortalApplicationModule: Module = {
  routes: [
    routes(contract, {
      readUserPortalApplication: read,
      updateUserPortalApplication: (ctx, input) => change(ctx, input),
    }),
  ],
}
