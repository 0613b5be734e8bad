import type { Context } from '../../../kit/context.ts'

/** Whoever asks as the app names them: first and last name, and the user id, which is theirs alone. */
export const agentName = async ({ actor, tenant, db }: Context): Promise<string> => {
  if (actor.kind === 'anonymous') return ''
  if (actor.kind !== 'user') return actor.name
  const person = await db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', actor.id)
    .executeTakeFirst()
  const names = [person?.first_name, person?.last_name].filter(Boolean).join(' ')
  return names === '' ? actor.name : `${names} (${actor.name})`
}
