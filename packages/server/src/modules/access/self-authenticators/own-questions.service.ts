import type { UserQuestionsChange } from '@signet/contract/authenticators/kba'
import type { z } from 'zod'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { kba } from '../../authenticators/kba/index.ts'
import { freshlyProven } from '../../authenticators/owners/index.ts'
import { listQuestions, presentQuestion } from '../../settings/kba-questions/index.ts'

type Change = z.output<typeof UserQuestionsChange>

const owner = (ctx: Context) => {
  const { id, name } = freshlyProven(ctx)
  return { id, name }
}

export const read = (ctx: Context) => kba.readStatus(ctx, signedInUser(ctx).id)

/** Those of a language, the caller's own by default. */
export const listOffered = async (ctx: Context, locale: string = ctx.locale) =>
  (await listQuestions(ctx, locale)).map(presentQuestion)

/** @throws step_up_required, kba_inactive, kba_question_count, invalid_parameters */
export const add = async (ctx: Context, change: Change) => {
  const { id, name } = owner(ctx)
  await ctx.transaction((ctx) => kba.add(ctx, { id, name }, change))
  return kba.readStatus(ctx, id)
}

/** @throws step_up_required, kba_inactive, kba_question_count, invalid_parameters */
export const replace = async (ctx: Context, change: Change) => {
  const { id, name } = owner(ctx)
  await ctx.transaction((ctx) => kba.replace(ctx, { id, name }, change))
  return kba.readStatus(ctx, id)
}

/** @throws step_up_required */
export const remove = (ctx: Context): Promise<undefined> => {
  const person = owner(ctx)
  return ctx.transaction((ctx) => kba.removeAll(ctx, person))
}
