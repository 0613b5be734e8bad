import type { ChallengeAnswer } from '@signet/contract/access/authentication'
import type { z } from 'zod'
import type { Context } from '../../../../kit/context.ts'
import type { WishedPlace } from '../../../authenticators/otps/index.ts'
import type { Transaction } from '../transaction/record.ts'
import type { Situation } from '../transaction/situation.ts'
import type { Beginning } from './beginning.ts'

type Answer = z.input<typeof ChallengeAnswer>

export interface Asked {
  /** The fields of the answer that are this authenticator's own. */
  readonly shown: Partial<Omit<Answer, 'authToken' | 'authenticationCompleted'>>
  /** The transaction, where the challenge travels in it. */
  readonly transaction?: Transaction
}

/** What the person chose among the ways of one kind. */
export interface Wished {
  /** Where a code shall go. */
  readonly place?: WishedPlace
}

/** How one kind of authenticator asks. */
export type Challenge =
  /** Asks whoever it is: nothing is known of them, and nothing may be told. */
  | {
      readonly asks: 'ANYBODY'
      ask(ctx: Context, transaction: Transaction): Promise<Asked>
    }
  /** Asks who has got to a step that takes it. @throws errors of its own */
  | {
      readonly asks: 'DUE'
      ask(ctx: Context, situation: Situation, wished: Wished): Promise<Asked>
      /** Asks whoever it is, where it comes first; one without it comes second only, or is answered unasked. */
      askFirst?(ctx: Context, beginning: Beginning): Promise<Asked>
    }
