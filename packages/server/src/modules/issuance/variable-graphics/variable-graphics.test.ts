import * as contract from '@signet/contract/issuance/variable-graphics'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let token = ''
beforeAll(async () => {
  test = await startTestApp()
  ;({ token } = await buildAdmin(test.ctx))
})
afterAll(() => test.close())

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='
const roles = (name: string, values: readonly string[] = ['Guest', 'Staff']) => ({
  name,
  cases: values.map((value) => ({ value, image: pixel })),
  otherwise: pixel,
})

const create = (body: unknown) => test.call(contract.createVariableGraphic, { as: token, body })

describe('variable graphics', () => {
  it('are kept with their pictures, and listed without', async () => {
    const made = await create(roles('Roles'))
    expect(made.body).toMatchObject({ ...roles('Roles'), values: 2, version: 1 })
    const id = String(made.body.id)
    const read = await test.call(contract.readVariableGraphic, { as: token, params: { id } })
    expect(read.body).toEqual(made.body)
    const { text } = await test.call(contract.listVariableGraphics, { as: token })
    expect(JSON.parse(text)).toMatchObject([{ id, name: 'Roles', values: 2 }])
    expect(text).not.toContain('base64')
  })

  it('are not overwritten when somebody else saved meanwhile', async () => {
    const made = await create(roles('Ranks'))
    const id = String(made.body.id)
    const change = (ifMatch: string) =>
      test.call(contract.updateVariableGraphic, {
        as: token,
        params: { id },
        headers: { 'if-match': ifMatch },
        body: roles('Ranks', ['Guest']),
      })
    expect((await change('"1"')).body).toMatchObject({ values: 1, version: 2 })
    expect((await change('"1"')).status).toBe(412)
  })

  it('have names of their own, and each value once', async () => {
    await create(roles('Marks'))
    expect((await create(roles('marks'))).body.errorCode).toBe('ISSUANCE_VARIABLE_GRAPHIC_EXISTS')
    expect((await create(roles('Twice', ['Guest', 'Guest']))).status).toBe(400)
    const odd = { ...roles('Odd'), otherwise: 'https://elsewhere.example/picture.png' }
    expect((await create(odd)).status).toBe(400)
  })

  it('are deleted', async () => {
    const id = String((await create(roles('Old'))).body.id)
    const params = { id }
    expect((await test.call(contract.deleteVariableGraphic, { as: token, params })).status).toBe(
      204,
    )
    const again = await test.call(contract.readVariableGraphic, { as: token, params })
    expect(again.body.errorCode).toBe('ISSUANCE_VARIABLE_GRAPHIC_NOT_FOUND')
  })
})
