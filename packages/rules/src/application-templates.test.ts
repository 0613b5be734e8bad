import { describe, expect, it } from 'vitest'
import { oidcProductTemplates, productTemplates } from './application-templates/all.ts'
import { samlTemplates } from './application-templates/saml.ts'
import { filledIn, monogramOf, parametersOf } from './application-templates/template.ts'

const values = { host: 'app.example.test', tenant: 'acme', provider: 'signet' }

describe('templates of products', () => {
  it('are for eighty products or more, each once', () => {
    const ids = productTemplates.map(({ id }) => id)
    expect(oidcProductTemplates.length).toBeGreaterThanOrEqual(80)
    expect(ids).toEqual([...new Set(ids)])
    expect(ids.filter((id) => !/^[a-z0-9][a-z0-9-]{1,48}$/.test(id))).toEqual([])
    const names = productTemplates.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
  })

  it.each(oidcProductTemplates.map((template) => [template.name, template] as const))(
    '%s has addresses that are whole once they are filled in',
    (_name, template) => {
      const addresses = [
        ...template.redirectUris,
        ...(template.postLogoutRedirectUris ?? []),
        ...(template.launch === undefined ? [] : [template.launch]),
      ].map((address) => filledIn(address, values))
      expect(template.redirectUris.length).toBeGreaterThan(0)
      for (const address of addresses) {
        expect(address).not.toMatch(/[{}*#\s]/)
        const { protocol, hostname } = new URL(address)
        const isOwnMachine = hostname === 'localhost'
        expect(protocol).toBe(isOwnMachine ? 'http:' : 'https:')
      }
    },
  )

  it('are for twenty products that speak SAML, and more', () => {
    expect(samlTemplates.length).toBeGreaterThanOrEqual(20)
  })

  it.each(samlTemplates.map((template) => [template.name, template] as const))(
    '%s has an entity id and an address for responses that are whole once they are filled in',
    (_name, { entityId, acsUrl, place }) => {
      const [entity, address] = [filledIn(entityId, values), filledIn(acsUrl, values)]
      expect(entity).toMatch(/^[^{}\s]+$/)
      expect(address).not.toMatch(/[{}*#\s]/)
      expect(new URL(address).protocol).toBe('https:')
      expect(place).not.toBe('')
    },
  )

  it('ask for what stands in braces, in one order', () => {
    const asked = (id: string) => {
      const template = productTemplates.find((each) => each.id === id)
      return template === undefined ? null : parametersOf(template)
    }
    expect(asked('grafana')).toEqual(['host'])
    expect(asked('gitea')).toEqual(['host', 'provider'])
    expect(asked('cloudflare-access')).toEqual(['tenant'])
    expect(asked('tailscale')).toEqual([])
    expect(asked('nothing')).toBeNull()
  })

  it('leave in braces what is not given', () => {
    expect(filledIn('https://{host}/cb/{provider}', { host: ' a.example ' })).toBe(
      'https://a.example/cb/{provider}',
    )
  })

  it('stand for a product by two letters', () => {
    expect(
      ['Grafana', 'Argo CD', 'Rocket.Chat', 'Paperless-ngx', 'pgAdmin'].map(monogramOf),
    ).toEqual(['GR', 'AC', 'RC', 'PN', 'PG'])
  })
})
