import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultsSeen } from '../support/accessibility.ts'
import { giveCells, printCard } from '../support/grid-card.ts'
import { turnTo } from '../support/quiet.ts'
import { openScene, type Scene } from '../support/scene.ts'
import {
  confirm,
  expectArrival,
  fromMenu,
  hear,
  press,
  startWalk,
  type Walk,
} from '../support/walk.ts'

let scene: Scene
let walk: Walk
beforeAll(async () => {
  scene = await openScene({ demo: true })
  walk = await startWalk(scene)
})
afterAll(() => scene?.close())

it('is made and printed by its owner, asked for by a flow that an administrator has drawn, and cancelled', async () => {
  const { page, knock } = await walk.enter('mateo.andersson')
  await walk.ownWays(page)
  await press(page, 'New card')
  const card = await printCard(page)
  expect(card.cells.size).toBe(80)
  const desk = walk.administrator.page
  await walk.open(desk, '/#/authenticationflow/add')
  await desk.getByLabel('Name').fill('Password, then card')
  // Codes of a token stay: by them the administrator can still come in.
  for (const name of ['Passkey or security key', 'Approval in the app']) {
    await desk.getByRole('button', { name: `Take ${name} out` }).click()
  }
  const drawn = desk.getByRole('list', { name: 'The steps of this flow' })
  await drawn.getByText('Grid card').waitFor()
  expect(await faultsSeen(desk, 'a flow as it is drawn')).toEqual([])
  // People without a card keep their password: administrators prove two factors in any case.
  await desk.getByLabel('Second factor asked').selectOption('Of whoever has one')
  await desk.getByRole('checkbox', { name: 'Everybody signs in by this flow' }).check()
  await press(desk, 'Save')
  await desk.getByRole('link', { name: 'Password, then card' }).waitFor()
  expect(await faultsSeen(desk, 'the flows')).toEqual([])
  await knock()
  await giveCells(page, card)
  await expectArrival(page)
  await turnTo(desk, '#/grids')
  await fromMenu(desk, card.serial, 'Cancel for good')
  await confirm(desk, 'Cancel for good')
  await hear(desk, 'Saved')
  await knock()
  await expectArrival(page)
  expect(walk.faults()).toEqual([])
})
