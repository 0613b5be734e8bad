import { Resolver } from 'node:dns/promises'

/** What the domain name system says of names of others. */
export interface Dns {
  /** The texts of a name (TXT); none where there are none, or no server answers. */
  texts(name: string): Promise<readonly string[]>
}

const patienceMillis = 3000
/** More than anyone proves something with. */
const mostTexts = 100

export const systemDns: Dns = {
  texts: async (name) => {
    const resolver = new Resolver({ timeout: patienceMillis, tries: 2 })
    try {
      const records = await resolver.resolveTxt(name)
      return records.slice(0, mostTexts).map((parts) => parts.join(''))
    } catch {
      return []
    }
  },
}
