import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { expectGroups } from '../../identity/groups/index.ts'
import { storedPin } from './pins.ts'
import { groupsOfTokens, replaceGroups } from './token-groups.repository.ts'
import { subjectOf } from './tokens.present.ts'
import { type StoredToken, updateToken } from './tokens.repository.ts'
import { locked, type Owned } from './tokens.service.ts'

interface Change {
  readonly label?: string | null | undefined
  /** Null takes it away. */
  readonly pin?: string | null | undefined
  readonly groups?: readonly string[] | undefined
  readonly owned: Owned
}

const namesOf = async (ctx: Context, id: string): Promise<string> =>
  ((await groupsOfTokens(ctx, [id])).get(id) ?? []).map(({ name }) => name).join(', ')

/** What is left out stays. @throws not_found, precondition_failed, group_not_found; in a transaction */
export const change = async (
  ctx: Context,
  id: string,
  { label, pin, groups, owned }: Change,
): Promise<StoredToken> => {
  const token = await locked(ctx, id, owned)
  expectVersion(ctx, token.version)
  const before = { label: token.label, groups: await namesOf(ctx, id) }
  if (groups !== undefined) {
    await expectGroups(ctx, groups)
    await replaceGroups(ctx, id, groups)
  }
  const changed = await updateToken(ctx, id, {
    ...(label === undefined ? {} : { label }),
    ...(pin === undefined ? {} : await storedPin(ctx, token, pin)),
  })
  const after = { label: changed.label, groups: await namesOf(ctx, id) }
  audit(ctx, 'TOKEN_UPDATED', {
    subject: subjectOf(token),
    before,
    after,
    attributes: { pin: pin !== undefined },
  })
  return changed
}
