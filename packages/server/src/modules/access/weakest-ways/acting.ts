import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import { may } from '@signet/rules/permissions'
import { holds } from '@signet/rules/roles'
import type { ClosedBy, Way, WayActor, WayStep } from '@signet/rules/weakest-ways'
import type { Rights } from '../../../kit/context.ts'
import type { Kind } from './kinds.repository.ts'

export type Gift = readonly SignInAuthenticator[]

/** What an actor may give, the least first; with any of these they come in. */
export const gifts: readonly Gift[] = [
  ['PASSWORD'],
  ['PASSWORD', 'TEMP_ACCESS_CODE'],
  ['FIDO'],
  ['PASSWORD', 'FIDO'],
  ['PASSWORD', 'TOKEN'],
]

export const mayGive = ({ permissions }: Rights, gift: Gift): boolean =>
  !gift.includes('TOKEN') || may(permissions, ['TOKENS', 'ADD'])

const mayEdit = ({ permissions }: Rights): boolean => may(permissions, ['USERS', 'EDIT'])

export type Holds = (rights: Rights, theirs: Rights) => boolean

/** Many have the same rights: what one role holds of another is found out once. */
export const holdsOnce = (): Holds => {
  const known = new Map<Rights, Map<Rights, boolean>>()
  return (rights, theirs) => {
    const row = known.get(rights) ?? new Map<Rights, boolean>()
    const is = row.get(theirs) ?? (mayEdit(rights) && holds(rights, theirs))
    known.set(rights, row.set(theirs, is))
    return is
  }
}

/** Users whom they manage. */
export const isSeenBy = ({ groupScope }: Rights, { groups }: Kind): boolean =>
  groupScope === 'ALL' || groups.some((id) => groupScope.includes(id))

const closedByActor = ({ kind, id, name }: WayActor): ClosedBy => ({
  code: kind === 'USER' ? 'ADMINISTRATOR' : 'PROGRAM',
  id,
  name,
})

export const actBy = (actor: WayActor, authenticator: SignInAuthenticator | null): WayStep => ({
  kind: 'ACT',
  authenticator,
  place: null,
  by: actor,
  closedBy: closedByActor(actor),
})

/** An actor who may act for others, and the cheapest way to their rights. */
export interface Actor {
  readonly actor: WayActor
  readonly rights: Rights
  /** What each gift of theirs takes. */
  readonly stepsOf: ReadonlyMap<Gift, readonly WayStep[]>
}

export const acting = (actor: WayActor, rights: Rights): Actor => {
  const stepsOf = (gift: Gift) => gift.map((authenticator) => actBy(actor, authenticator))
  return { actor, rights, stepsOf: new Map(gifts.map((gift) => [gift, stepsOf(gift)])) }
}

export const actorOf = ({ id, name }: Pick<Kind, 'id' | 'name'>): WayActor => ({
  kind: 'USER',
  id,
  name,
})

/** A program's secret is all that it takes to act as it. */
export const secretOf = (actor: WayActor): Way => ({
  grade: 'ONE_FACTOR',
  probability: null,
  steps: [
    {
      kind: 'SECRET',
      authenticator: null,
      place: null,
      by: actor,
      closedBy: closedByActor(actor),
    },
  ],
})

/** Giving a program a new secret takes the program's rights. */
export const mayRenew = (rights: Rights, theirs: Rights): boolean =>
  may(rights.permissions, ['APPLICATIONS', 'EDIT']) && holds(rights, theirs)
