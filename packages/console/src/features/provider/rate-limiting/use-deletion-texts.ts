import { useText } from '../../../lib/i18n.ts'
import { useLimitWords } from '../../../pickers/rate-limits/limit-words.ts'
import type { Limit } from '../../../pickers/rate-limits/limits.queries.ts'

/** What the question says before a policy is deleted. */
export const useDeletionTexts = (limit: Limit) => {
  const text = useText('serviceProvider')
  const name = useLimitWords().nameOf(limit)
  return {
    title: text('serviceProvider:rateLimiting.deletes.title', { name }),
    action: text('serviceProvider:rateLimiting.deletes.action'),
    text: text('serviceProvider:rateLimiting.deletes.text'),
    done: text('serviceProvider:rateLimiting.deletes.done', { name }),
  }
}
