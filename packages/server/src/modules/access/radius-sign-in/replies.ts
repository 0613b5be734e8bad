import type { Context } from '../../../kit/context.ts'
import { addressBytes } from '../../../platform/config/networks.ts'
import type { ServedApplication } from '../../applications/radius-applications/index.ts'
import type { Decision } from './asking.ts'

type Wanted = ServedApplication['replyAttributes'][number]

interface Person {
  readonly name: string
  readonly email: string | null
  readonly groups: readonly { readonly id: string; readonly name: string }[]
}

const readPerson = async ({ db, tenant }: Context, userId: string): Promise<Person> => {
  const [user, groups] = await Promise.all([
    db
      .selectFrom('users')
      .select(['user_id', 'email'])
      .where('tenant_id', '=', tenant.id)
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('user_groups as m')
      .innerJoin('groups as g', (join) =>
        join.onRef('g.tenant_id', '=', 'm.tenant_id').onRef('g.id', '=', 'm.group_id'),
      )
      .select(['g.id', 'g.name'])
      .where('m.tenant_id', '=', tenant.id)
      .where('m.user_id', '=', userId)
      .orderBy('g.name')
      .limit(100)
      .execute(),
  ])
  return { name: user.user_id, email: user.email, groups }
}

const textsOf = ({ source, value }: Wanted, person: Person): readonly string[] => {
  if (source === 'USER_ID') return [person.name]
  if (source === 'EMAIL') return person.email === null ? [] : [person.email]
  return source === 'GROUPS' ? person.groups.map(({ name }) => name) : [value]
}

const mostBytes = 247

const bytesOf = ({ valueType }: Wanted, text: string): Buffer | null => {
  if (valueType === 'ADDRESS') return Buffer.from(addressBytes(text) ?? [])
  if (valueType === 'TEXT') {
    const bytes = Buffer.from(text)
    return bytes.length > 0 && bytes.length <= mostBytes ? bytes : null
  }
  const number = Buffer.alloc(4)
  number.writeUInt32BE(Number(text))
  return number
}

/** More would not fit into a packet beside the rest (RFC 2865, section 3). */
const mostOfAll = 3000

/** What the client is told of whoever gets in. A value too long for an attribute is left out. */
export const replyAttributes = async (
  ctx: Context,
  { replyAttributes: wanted }: ServedApplication,
  userId: string,
): Promise<Decision['attributes']> => {
  if (wanted.length === 0) return []
  const person = await readPerson(ctx, userId)
  const own = new Set(person.groups.map(({ id }) => id))
  const attributes = wanted
    .filter(({ groupId }) => groupId === null || own.has(groupId))
    .flatMap((attribute) =>
      textsOf(attribute, person).flatMap((text) => {
        const bytes = bytesOf(attribute, text)
        return bytes === null ? [] : [{ ...attribute, bytes }]
      }),
    )
  let room = mostOfAll
  return attributes.flatMap(({ type, vendorId, bytes }) => {
    room -= bytes.length + 8
    return room < 0 ? [] : [{ type, vendorId, value: bytes.toString('base64url') }]
  })
}
