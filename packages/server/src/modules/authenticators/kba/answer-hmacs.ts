import { timingSafeEqual } from 'node:crypto'
import { answerVariants, normaliseAnswer, type Synonyms } from '@signet/rules/answers'
import type { Context } from '../../../kit/context.ts'

interface Place {
  readonly userId: string
  /** Of the person's question: an answer is good for it alone. */
  readonly questionId: string
}

/**
 * What is kept of an answer: a keyed digest of its normalised form. Synonyms are tried when it is
 * checked, so that a changed list makes no answer wrong that was right.
 */
export const hmacOfAnswer = (ctx: Context, place: Place, normalised: string): Promise<Buffer> =>
  ctx.platform.secrets.hmac(ctx.tenant.id, `kba:${place.userId}:${place.questionId}`, normalised)

interface Kept extends Place {
  readonly hmac: Buffer
  readonly synonyms: Synonyms
}

/** Whether it is the kept answer, in any of its ways; all of them are compared. */
export const isAnswer = async (ctx: Context, kept: Kept, given: string): Promise<boolean> => {
  const ways = answerVariants(normaliseAnswer(given), kept.synonyms)
  const hmacs = await Promise.all(ways.map((way) => hmacOfAnswer(ctx, kept, way)))
  return hmacs.filter((hmac) => timingSafeEqual(hmac, kept.hmac)).length > 0
}
