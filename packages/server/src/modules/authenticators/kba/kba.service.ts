import type {
  KbaStatus,
  UserQuestion,
  UserQuestionsChange,
} from '@signet/contract/authenticators/kba'
import { normaliseAnswer } from '@signet/rules/answers'
import { isLocale } from '@signet/rules/locales'
import { kbaStatus } from '@signet/rules/status'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { settings } from '../../settings/families/index.ts'
import type { Owner } from '../owners/index.ts'
import { hmacOfAnswer } from './answer-hmacs.ts'
import { type Chosen, chosenOf, expectHardAnswers } from './kba.policy.ts'
import {
  holdOwner,
  insertAnswers,
  listAnswers,
  removeAnswers,
  removeChallenge,
  type StoredAnswer,
} from './kba.repository.ts'

type Wire = z.input<typeof UserQuestion>
type Change = z.output<typeof UserQuestionsChange>

const present = ({ id, locale, question, created_at }: StoredAnswer): Wire => ({
  id,
  locale: isLocale(locale) ? locale : 'en',
  question,
  createDate: created_at,
})

const listOf = async (ctx: Context, userId: string): Promise<Wire[]> =>
  (await listAnswers(ctx, userId)).map(present)

const readStatus = async (ctx: Context, userId: string): Promise<z.input<typeof KbaStatus>> => {
  const policy = await settings.kba(ctx, userId)
  return {
    state: kbaStatus(policy.maximumNumberOfQuestions),
    maximumNumberOfQuestions: policy.maximumNumberOfQuestions,
    minimumNumberOfQuestions: policy.minimumNumberOfQuestions,
    minimumAnswerLength: policy.minimumAnswerLength,
    ownQuestions: policy.ownQuestions,
    userQuestions: await listOf(ctx, userId),
  }
}

const rowOf = async (ctx: Context, owner: Owner, chosen: Chosen): Promise<StoredAnswer> => {
  const id = ctx.platform.ids.uuid()
  const place = { userId: owner.id, questionId: id }
  return {
    tenant_id: ctx.tenant.id,
    id,
    user_id: owner.id,
    locale: chosen.locale,
    question: chosen.question,
    answer_hmac: await hmacOfAnswer(ctx, place, normaliseAnswer(chosen.answer)),
    created_at: ctx.platform.clock.now(),
  }
}

/** @throws kba_inactive, kba_question_count, invalid_parameters */
const store = async (
  ctx: Context,
  owner: Owner,
  { kept, change }: { readonly kept: readonly StoredAnswer[]; readonly change: Change },
): Promise<Wire[]> => {
  const policy = await settings.kba(ctx, owner.id)
  const { maximumNumberOfQuestions: maximum, minimumNumberOfQuestions: minimum } = policy
  if (kbaStatus(maximum) === 'INACTIVE') throw new ApiError('kba_inactive')
  const count = kept.length + change.userQuestions.length
  if (count < minimum || count > maximum) {
    throw new ApiError('kba_question_count', { parameters: { minimum, maximum } })
  }
  const chosen = await chosenOf(ctx, change, policy)
  await expectHardAnswers(ctx, { owner, kept, chosen, policy })
  const rows = await Promise.all(chosen.map((each) => rowOf(ctx, owner, each)))
  await removeChallenge(ctx, owner.id)
  await insertAnswers(ctx, rows)
  audit(ctx, 'USER_QUESTIONS_SET', {
    subject: { entity: 'USERS', ...owner },
    attributes: { questions: count },
  })
  return listOf(ctx, owner.id)
}

const removeAll = async (ctx: Context, owner: Owner): Promise<undefined> => {
  await removeChallenge(ctx, owner.id)
  if (!(await removeAnswers(ctx, owner.id, null))) return
  audit(ctx, 'USER_QUESTIONS_DELETED', { subject: { entity: 'USERS', ...owner } })
}

/** What people and administrators do with somebody's questions; each in a transaction. */
export const kba = {
  listOf,
  readStatus,
  removeAll,
  async add(ctx: Context, owner: Owner, change: Change): Promise<Wire[]> {
    await holdOwner(ctx, owner.id)
    return store(ctx, owner, { kept: await listAnswers(ctx, owner.id), change })
  },
  async replace(ctx: Context, owner: Owner, change: Change): Promise<Wire[]> {
    await holdOwner(ctx, owner.id)
    await removeAnswers(ctx, owner.id, null)
    return store(ctx, owner, { kept: [], change })
  },
  /** @throws not_found */
  async remove(ctx: Context, owner: Owner, id: string): Promise<undefined> {
    if (!(await removeAnswers(ctx, owner.id, id))) throw new ApiError('not_found')
    await removeChallenge(ctx, owner.id)
    audit(ctx, 'USER_QUESTIONS_DELETED', {
      subject: { entity: 'USERS', ...owner },
      attributes: { question: id },
    })
  },
  async forgetChallenge(ctx: Context, owner: Owner): Promise<undefined> {
    await removeChallenge(ctx, owner.id)
    audit(ctx, 'KBA_CHALLENGE_DELETED', { subject: { entity: 'USERS', ...owner } })
  },
} as const
