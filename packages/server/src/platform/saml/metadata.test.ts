import { expect, it } from 'vitest'
import { endOf, onlyRole } from './metadata.ts'

const md = 'xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"'
const until = (text: string | null): string => (text === null ? '' : ` validUntil="${text}"`)

/** An aggregate of one entity with one role, each valid until its time. */
const ends = ([root, entity, role]: readonly (string | null)[] = []) =>
  endOf(
    onlyRole(
      `<md:EntitiesDescriptor ${md}${until(root ?? null)}>
        <md:EntityDescriptor entityID="urn:idp"${until(entity ?? null)}>
          <md:IDPSSODescriptor${until(role ?? null)}
            protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"/>
        </md:EntityDescriptor>
      </md:EntitiesDescriptor>`,
      'IDPSSODescriptor',
      'identity provider',
    ),
  )

const [early, late] = ['2020-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z']

it.each([
  ['aggregate', [early, late, late]],
  ['entity', [late, early, null]],
  ['role', [null, late, early]],
  ['aggregate alone', [early, null, null]],
])('ends where the first of its parts ends: the %s', (_part, parts) => {
  expect(ends(parts)?.toISOString()).toBe(early)
})

it('has no end where none is given or it cannot be read', () => {
  expect(ends([null, null, null])).toBeNull()
  expect(ends(['soon', null, null])).toBeNull()
})
