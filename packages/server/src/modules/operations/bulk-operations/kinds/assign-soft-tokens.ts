import { TokenType } from '@signet/contract/authenticators/tokens'
import { Line } from '@signet/contract/kit/schemas'
import { tokenSets } from '../../../authenticators/tokens/index.ts'
import {
  type BulkWork,
  failed,
  faultBy,
  type RowFault,
  type ValueRow,
  type Verdict,
} from '../bulk-work.ts'
import { findTargets, keysOfTarget, nameOfTarget, type Target } from './target-users.ts'

type NewToken = Parameters<typeof tokenSets.create>[1][number]

const longestLabel = 100

const wanted = ({ row, user }: Target): NewToken => {
  const { tokenType = 'ENTRUST_SOFT_TOKEN', label } = row.values
  return { userId: user.id, type: TokenType.parse(tokenType.toUpperCase()), label }
}

const labelFault = ({ values: { label } }: ValueRow): RowFault | null => {
  if (label === undefined || Line(longestLabel).safeParse(label).success) return null
  const message = `is no line of at most ${longestLabel} characters`
  return { code: 'bulk_value_unfit', column: 'label', message }
}

/** Makes people a token for an app, which they take over when they activate it. */
export const assignSoftTokens: BulkWork = {
  kind: 'assignsofttokens',
  touches: ['tokens'],
  nameOf: nameOfTarget,
  keysOf: keysOfTarget,
  perform: async (ctx, rows, { dryRun }) => {
    const asked = { needs: ['TOKENS', 'ADD'], onSelf: true } as const
    const { targets, refused } = await findTargets(ctx, rows, asked)
    const takeRoom = await tokenSets.rooms(
      ctx,
      targets.map(({ user }) => user.id),
    )
    const verdicts: Verdict[] = [...refused]
    const able: Target[] = []
    for (const target of targets) {
      const fault = labelFault(target.row) ?? (await faultBy(() => takeRoom(target.user)))
      if (fault === null) able.push(target)
      else verdicts.push(failed(target.row, target.user.user_id, fault))
    }
    const made = dryRun ? [] : await tokenSets.create(ctx, able.map(wanted))
    return [
      ...verdicts,
      ...able.map(({ row: { line }, user }, at): Verdict => {
        const subjectId = made[at]?.id ?? null
        return { line, name: user.user_id, action: 'CREATE', subjectId }
      }),
    ]
  },
}
