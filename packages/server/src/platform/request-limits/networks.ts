/**
 * A line has an IPv6 /64, often a /56 or a /48 (RFC 6177, section 3): thousands of networks that are
 * counted each for itself. What guesses or costs much is charged to the networks around it, too.
 */
const wider = [
  { bits: 56, times: 4, form: /(?:^| )[0-9a-f]{14}\/56$/ },
  { bits: 48, times: 16, form: /(?:^| )[0-9a-f]{12}\/48$/ },
] as const

/** The first 64 bits of an IPv6 address in hexadecimal, perhaps behind the name of a protocol. */
const lineName = /(?:^| )[0-9a-f]{16}$/

/** The networks around an IPv6 /64, by the names under which they are counted; none for others. */
export const networksAround = (name: string): readonly string[] =>
  lineName.test(name)
    ? wider.map(({ bits }) => `${name.slice(0, name.length - (64 - bits) / 4)}/${bits}`)
    : []

/** How many budgets of an address a network has. */
export const budgetsOf = (name: string): number =>
  wider.find(({ form }) => form.test(name))?.times ?? 1
