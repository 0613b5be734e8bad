import type { ColumnType, Generated } from 'kysely'

/** A question that the tenant offers in one language. */
export interface KbaQuestionRow {
  tenant_id: string
  id: string
  locale: string
  question: string
  /** Its words normalised: no two of one language are the same. */
  question_key: string
  created_at: Date
  version: Generated<number>
}

/** Words of a language that count as the same in answers. */
interface KbaSynonymRow {
  tenant_id: string
  locale: string
  synonyms: ColumnType<string[][], string, string>
  version: number
}

/** A question that somebody has answered, in the words they answered to. */
export interface UserQuestionRow {
  tenant_id: string
  user_id: string
  id: string
  locale: string
  question: string
  /** Keyed digest of the normalised answer, good for this question of this person alone. */
  answer_hmac: Buffer
  created_at: Date
}

/** What somebody is asked until they know it. */
interface KbaChallengeRow {
  tenant_id: string
  user_id: string
  question_ids: string[]
  created_at: Date
}

export interface KbaTables {
  kba_questions: KbaQuestionRow
  kba_synonyms: KbaSynonymRow
  user_questions: UserQuestionRow
  kba_challenges: KbaChallengeRow
}
