import { listClaims } from '@signet/contract/applications/oidc-applications'
import { listSamlSignatureAlgorithms } from '@signet/contract/applications/saml-applications'
import { signatureAlgorithms } from '@signet/rules/certificates'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildAdmin } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/* What the options answer, held against the closed lists of the specification (console, section 3). */

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

interface Option {
  readonly id: string
  readonly name: string
}

const optionsOf = async (
  list: typeof listClaims | typeof listSamlSignatureAlgorithms,
): Promise<readonly Option[]> => JSON.parse((await test.call(list, { as })).text)

/** OpenID Connect Core 1.0, section 5.1. */
const standard = `sub name given_name family_name middle_name nickname preferred_username profile picture
  website email email_verified gender birthdate zoneinfo locale phone_number phone_number_verified address
  updated_at`
const additional = `acr amr app authenticators cid entitlements groups mfa org_id permissions role roles tid
  transaction_details upn`

it('the claims are the 35 of the list, and the one that says that groups were left out', async () => {
  const claims = `${standard} ${additional}`.split(/\s+/)
  expect(claims).toHaveLength(35)
  const ids = (await optionsOf(listClaims)).map(({ id }) => id)
  expect(ids.toSorted()).toEqual([...claims, 'hasgroups'].toSorted())
})

it('the signature algorithms are the 12 of the list, and those of SHA-1 are called weak', async () => {
  const options = await optionsOf(listSamlSignatureAlgorithms)
  const listed = signatureAlgorithms.map((name) => name.replaceAll(' ', '_'))
  expect(options.map(({ id }) => id).toSorted()).toEqual(listed.toSorted())
  const weak = options.filter(({ name }) => name.includes('weak')).map(({ id }) => id)
  expect(weak.toSorted()).toEqual(['RSAPSS_SHA1', 'RSA_SHA1'])
})
