import type { Received } from './caller.ts'
import { type Door, doors, type Party } from './doors.ts'
import { openParty } from './parties.ts'
import { goOn, isRefused, judged, searchAnswer, type Walk } from './walk.ts'

/** The error code of an answer, in JSON or in the address that it leads to. */
const errorIn = ({ text, location = '' }: Received): string =>
  /\berror(?:["']?\s*[:=]\s*["']?)([\w-]+)/.exec(`${location} ${text}`)?.[1] ?? ''

/** Of the same form as a name of the other tenant. */
const neverWas = (value: unknown): string => {
  const id = crypto.randomUUID()
  if (String(value).startsWith('https://')) return `https://${id}.canary.invalid/saml`
  return /^[\da-f]{32}$/.test(String(value)) ? id.replaceAll('-', '') : id
}

const namesRow = (field: keyof Party): boolean => /^(?:clientId|entityId|samlId)$/.test(field)

interface Parties {
  readonly one: Party
  readonly two: Party
}

/**
 * At the host of the first tenant, what is of the second opens nothing, and is not known there. Returns
 * whether it does open something.
 */
const probeMix = async (
  walk: Walk,
  { one, two }: Parties,
  { door, mix }: { readonly door: Door; readonly mix: Door['mixes'][number] },
): Promise<boolean> => {
  const { host } = one
  const asked = (values: Readonly<Record<string, unknown>>) =>
    door.asked({ ...one, ...values }, walk.one.caller.canary.ctx.platform.clock.now())
  const foreign = Object.fromEntries(mix.fields.map((field) => [field, two[field]]))
  const ask = async (values: Readonly<Record<string, unknown>>) =>
    judged(walk, 'PROTOCOL', {
      route: door,
      received: await walk.sender.send(asked(values), { host, token: null }),
    })
  const received = await ask(foreign)
  if (received === null) return false
  const seen = `status ${received.status}, ${mix.of} of the other tenant`
  const { url, body } = asked(foreign)
  const whole = { ...received, text: `${received.text} ${received.location ?? ''}` }
  searchAnswer(walk, 'PROTOCOL', { route: door, received: whole, sent: `${url} ${body?.text}` })
  const isOpen = door.opens(received, two)
  if (isOpen) walk.tally.find('PROTOCOL', 'NOT_REFUSED', { route: door, seen })
  else if (whole.text.includes(two.host)) {
    walk.tally.find('PROTOCOL', 'CONTENT_SEEN', { route: door, seen })
  }
  await walk.rows.after('PROTOCOL', {
    route: door,
    isRefused: isRefused(received),
    repeat: () => ask(foreign),
  })
  const [field] = mix.fields
  if (isOpen || field === undefined || !namesRow(field)) return isOpen
  const unknown = await ask({ ...foreign, [field]: neverWas(two[field]) })
  const isAlike =
    unknown === null ||
    (unknown.status === received.status && errorIn(unknown) === errorIn(received))
  if (!isAlike) walk.tally.find('PROTOCOL', 'ANSWERS_DIFFER', { route: door, seen })
  return false
}

/** Whether the second tenant is given by the same request what the first one must not be. */
const isControlled = async (walk: Walk, door: Door, two: Party): Promise<boolean> => {
  if (door.isBlank === true) return two.refreshToken !== ''
  const now = walk.two.caller.canary.ctx.platform.clock.now()
  const { host } = two
  const received = await walk.sender.send(door.asked(two, now), { host, token: null })
  return received !== null && door.opens(received, two)
}

/**
 * Clients, sessions and tokens of the second tenant are nothing at the protocols of the first. They
 * still work afterwards where they belong; what does not work there proves nothing, and is left out.
 * @param rest waits until the second tenant has written what it does itself
 */
export const probeProtocols = async (walk: Walk, rest: () => Promise<void>): Promise<void> => {
  const one = await openParty(walk.one, walk.sender)
  const two = await openParty(walk.two, walk.sender)
  await rest()
  const all = Object.values<Door>(doors)
  const open = new Set<Door>()
  for (const door of all) {
    for (const mix of door.mixes) {
      await goOn(walk)
      if (await probeMix(walk, { one, two }, { door, mix })) open.add(door)
    }
  }
  await walk.rows.look('PROTOCOL')
  for (const door of all) {
    await goOn(walk)
    const isClosed = !open.has(door) && door.mixes.every(({ fields }) => fields.length > 0)
    if (await isControlled(walk, door, two)) walk.tally.tried('PROTOCOL', isClosed)
    else walk.tally.leaveOut('PROTOCOL', 'NO_CONTROL', door)
  }
}
