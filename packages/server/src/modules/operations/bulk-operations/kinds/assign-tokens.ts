import { assignmentSets } from '../../../authenticators/hardware-tokens/index.ts'
import { type BulkWork, failed, faultOf, type ValueRow, type Verdict } from '../bulk-work.ts'
import { findHeld } from './target-held.ts'
import { type TokenTarget, tokenInventory, verdictOnToken } from './target-tokens.ts'
import { findTargets, type Target } from './target-users.ts'

type Given = Parameters<typeof assignmentSets.give>[1][number]

const assigning = { needs: ['TOKENS', 'EDIT'], inventory: tokenInventory } as const

export const nameOfSerial = ({ values }: ValueRow): string => values.serialNumber ?? ''
export const keysOfSerial = ({ values: { serialNumber } }: ValueRow): readonly string[] =>
  serialNumber === undefined ? [] : [`s:${serialNumber}`]

/** A row as one that names its token or card alone: the id is a user's. */
export const withoutUser = ({ row: { line, values } }: Target): ValueRow => ({
  line,
  values: { serialNumber: values.serialNumber },
})

/** By the lines of their rows. */
export const byLine = (targets: readonly Target[]): ReadonlyMap<number, Target> =>
  new Map(targets.map((target) => [target.row.line, target]))

/** The column that a fault of giving is about. */
const columnOf = (code: string): string => {
  if (code === 'invalid_user_response') return 'response'
  return code === 'token_limit_reached' ? 'userId' : 'serialNumber'
}

const refusal = ({ row, held }: TokenTarget, thrown: unknown): Verdict => {
  const fault = faultOf(thrown)
  return failed(row, held.serial, { ...fault, column: columnOf(fault.code) })
}

/** Gives tokens of the inventory to people; with a code or two each, they work at once. */
export const assignTokens: BulkWork = {
  kind: 'assigntokens',
  touches: ['tokens'],
  nameOf: nameOfSerial,
  keysOf: keysOfSerial,
  columnOfKey: () => 'serialNumber',
  perform: async (ctx, rows, { dryRun }) => {
    const asked = { needs: assigning.needs, onSelf: true, onSame: true } as const
    const people = await findTargets(ctx, rows, asked)
    const { targets, refused } = await findHeld(ctx, people.targets.map(withoutUser), assigning)
    const judge = await assignmentSets.judge(ctx, {
      owners: [...new Set(people.targets.map(({ user }) => user.id))],
      ids: targets.map(({ held }) => held.id),
    })
    const persons = byLine(people.targets)
    const verdicts: Verdict[] = [...people.refused, ...refused]
    const given: Given[] = []
    for (const target of targets) {
      const person = persons.get(target.row.line)
      if (person === undefined) continue
      const { response, nextResponse } = person.row.values
      try {
        given.push(await judge({ token: target.held, user: person.user, response, nextResponse }))
        verdicts.push(verdictOnToken(target, 'UPDATE'))
      } catch (error) {
        verdicts.push(refusal(target, error))
      }
    }
    if (!dryRun) await assignmentSets.give(ctx, given)
    return verdicts
  },
}
