import * as contract from '@signet/contract/authenticators/hardware-tokens'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { readJob, readJobResult, submitJob } from '../../../kit/jobs.ts'
import { routes, versioned } from '../../../kit/routes.ts'
import { expectAuthority } from '../owners/index.ts'
import { type StoredToken, tokens } from '../tokens/index.ts'
import { assign, confirm, type ShownCodes } from './assignment.service.ts'
import { importKeyFile, tryKeyFile } from './import.service.ts'
import {
  assignedTokensJob,
  listAssigned,
  listUnassigned,
  unassignedTokensJob,
} from './token-lists.service.ts'

const { TokenPage } = contract

const managed = (ctx: Context) => (token: StoredToken) => tokens.expectManaged(ctx, token)

const changing = async (ctx: Context, work: (ctx: Context) => Promise<StoredToken>) => {
  const token = await ctx.transaction(work)
  return versioned(await tokens.present(ctx, token), token.version)
}

interface Named extends ShownCodes {
  readonly userId: string
}

const assigning = async (ctx: Context, id: string, { userId, ...codes }: Named) => {
  await expectAuthority(ctx, userId)
  return assign(ctx, id, { userId, owned: managed(ctx), ...codes })
}

const idOf = async (ctx: Context, serial: string): Promise<string> => {
  const token = await tokens.findBySerial(ctx, serial)
  if (token === undefined) throw new ApiError('not_found')
  return token.id
}

export const hardwareTokenRoutes = routes(contract, {
  listAssignedTokens: (ctx, { body }) => listAssigned(ctx, body),
  listUnassignedTokens: (ctx, { body }) => listUnassigned(ctx, body),
  submitAssignedTokens: (ctx, { body }) => submitJob(ctx, assignedTokensJob, body),
  readAssignedTokensStatus: (ctx, { params }) => readJob(ctx, assignedTokensJob, params.id),
  readAssignedTokensResult: async (ctx, { params }) =>
    TokenPage.parse(await readJobResult(ctx, assignedTokensJob, params.id)),
  submitUnassignedTokens: (ctx, { body }) => submitJob(ctx, unassignedTokensJob, body),
  readUnassignedTokensStatus: (ctx, { params }) => readJob(ctx, unassignedTokensJob, params.id),
  readUnassignedTokensResult: async (ctx, { params }) =>
    TokenPage.parse(await readJobResult(ctx, unassignedTokensJob, params.id)),
  assignToken: (ctx, { params, body }) =>
    changing(ctx, (ctx) => assigning(ctx, params.tokenid, body)),
  assignTokenBySerial: (ctx, { params, body: { serialNumber, ...codes } }) =>
    changing(ctx, async (ctx) =>
      assigning(ctx, await idOf(ctx, serialNumber), { userId: params.id, ...codes }),
    ),
  confirmToken: (ctx, { params, body }) =>
    changing(ctx, (ctx) => confirm(ctx, params.tokenid, { owned: managed(ctx), ...body })),
  unassignToken: (ctx, { params }) =>
    changing(ctx, (ctx) => tokens.unassign(ctx, params.tokenid, managed(ctx))),
  importTokens: (ctx, { body }) => importKeyFile(ctx, body),
  tryTokenFile: (ctx, { body }) => tryKeyFile(ctx, body),
})
