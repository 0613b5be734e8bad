import { move } from '@signet/card/commands/place'
import { templates } from '@signet/card/templates'
import {
  createCredentialDesign,
  listCredentialDesigns,
  readCredentialDesign,
  readCredentialDesignTemplate,
  updateCredentialDesign,
} from '@signet/contract/issuance/credential-designs'
import {
  createVariableGraphic,
  listVariableGraphics,
  readVariableGraphic,
} from '@signet/contract/issuance/variable-graphics'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { DesignDetail } from './designs.queries.ts'
import { designsFeature } from './designs.screens.ts'

const id = '018f0000-0000-7000-8000-000000000091'
const student = (change: Partial<DesignDetail> = {}): DesignDetail => ({
  id,
  name: 'Student card',
  description: 'Campus',
  version: 3,
  sides: 2,
  fields: 6,
  createdAt: '2026-01-02T03:04:05.000Z',
  modifiedAt: '2026-01-03T03:04:05.000Z',
  modifiedBy: 'grace',
  design: templates.student(),
  versions: [{ version: 3, savedAt: '2026-01-03T03:04:05.000Z', savedBy: 'grace' }],
  ...change,
})

const session = buildConsoleSession({ theme: buildTheme({ issuanceAccount: true }) })
const show = (at: string) => showScreens(designsFeature, at, { session })

describe('card designs', () => {
  it('are listed by name with their versions, and lead to the designer', {
    meta: { covers: ['screen:credentialdesigns'] },
  }, async () => {
    serve(answering(listCredentialDesigns, () => [student()]))
    const { container } = await show('/credentialdesigns')
    const link = await screen.findByRole('link', { name: 'Student card' })
    expect(link.getAttribute('href')).toContain(`/credentialdesigns/edit/${id}`)
    expect(screen.getByText('3')).toBeDefined()
    await expectAccessible(container)
  })

  it('begin from a template', { meta: { covers: ['screen:credentialdesigns/add'] } }, async () => {
    const asked = serve(
      answering(readCredentialDesignTemplate, () => ({
        id: 'visitor' as const,
        sides: 1,
        fields: 4,
        design: templates.visitor(),
      })),
      answering(createCredentialDesign, () => student()),
      answering(readCredentialDesign, () => student()),
    )
    const { container, user } = await show('/credentialdesigns/add')
    await user.type(await screen.findByLabelText(/^Name/), 'Visitor')
    await user.selectOptions(screen.getByLabelText('Begin with'), 'visitor')
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Begin' }))
    await screen.findByRole('application')
    const sent = asked.find(({ endpoint }) => endpoint === createCredentialDesign)
    expect(sent?.body).toMatchObject({ name: 'Visitor', design: { back: null } })
  })
})

describe('a new design', () => {
  it('is empty at first, or a copy of another', {
    meta: {
      covers: ['screen:credentialdesigns/create', 'screen:credentialdesigns/create/{designId}'],
    },
  }, async () => {
    serve(
      answering(readCredentialDesign, () => student()),
      answering(listCredentialDesigns, () => []),
    )
    await show('/credentialdesigns/create')
    expect(await screen.findByText('Nothing stands on this side yet.')).toBeDefined()
    cleanup()
    await show(`/credentialdesigns/create/${id}`)
    expect(await screen.findByRole('heading', { name: 'Copy of Student card' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Photo' })).toBeDefined()
  })
})

describe('the designer', () => {
  it('is worked with by keys alone: choose, move, undo, add, save over what was read', {
    meta: { covers: ['screen:credentialdesigns/edit/{designId}'] },
  }, async () => {
    const asked = serve(
      answering(readCredentialDesign, () => student()),
      answering(updateCredentialDesign, () => student({ version: 4 })),
    )
    const { container, user } = await show(`/credentialdesigns/edit/${id}`)
    const canvas = await screen.findByRole('application')
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Photo' }))
    const left = () => screen.getByLabelText('From the left')
    expect(left()).toHaveProperty('value', '5')
    fireEvent.keyDown(canvas, { key: 'ArrowRight', shiftKey: true })
    expect(left()).toHaveProperty('value', '6')
    fireEvent.keyDown(canvas, { key: 'z', ctrlKey: true })
    expect(left()).toHaveProperty('value', '5')
    await user.selectOptions(screen.getByLabelText('Measured in'), 'inch')
    await user.clear(left())
    await user.type(left(), '0.5')
    await user.click(screen.getByRole('button', { name: 'Add shape' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Ellipse' }))
    expect(screen.getByRole('button', { name: 'Ellipse', pressed: true })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === updateCredentialDesign)
    await waitFor(() => expect(sent()?.ifMatch).toBe('"1"'))
    const shapes = student().design.front.shapes.map((each) =>
      each.id === 'photo' ? expect.objectContaining({ id: 'photo', xMm: 12.7 }) : each,
    )
    expect(sent()?.body).toMatchObject({
      design: { front: { shapes: [...shapes, expect.objectContaining({ kind: 'ellipse' })] } },
    })
  })

  it('gives a variable graphic the pictures that are kept for all cards', async () => {
    const pixel = `data:image/png;base64,${'A'.repeat(40)}`
    const graphicId = '018f0000-0000-7000-8000-0000000000e1'
    const head = {
      id: graphicId,
      name: 'Roles',
      values: 1,
      version: 1,
      createdAt: '2026-01-02T03:04:05.000Z',
      modifiedAt: '2026-01-03T03:04:05.000Z',
      modifiedBy: 'grace',
    }
    const cases = [{ value: 'Guest', image: pixel }]
    const kept = { ...head, cases, otherwise: null }
    const asked = serve(
      answering(readCredentialDesign, () => student()),
      answering(listVariableGraphics, () => [head]),
      answering(readVariableGraphic, () => kept),
      answering(createVariableGraphic, () => kept),
      answering(updateCredentialDesign, () => student({ version: 4 })),
    )
    const { container, user } = await show(`/credentialdesigns/edit/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Add shape' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Variable graphic' }))
    await screen.findByRole('option', { name: 'Roles' })
    await user.selectOptions(screen.getByLabelText('Kept variable graphics'), graphicId)
    await user.click(screen.getByRole('button', { name: 'Use these pictures' }))
    await screen.findByRole('button', { name: 'Remove Guest' })
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Keep in the library' }))
    const created = () => asked.find(({ endpoint }) => endpoint === createVariableGraphic)
    await waitFor(() =>
      expect(created()?.body).toEqual({ name: 'Variable graphic', cases, otherwise: null }),
    )
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === updateCredentialDesign)
    await waitFor(() => expect(sent()).toBeDefined())
    const asset = 'picture-1'
    expect(sent()?.body).toMatchObject({
      design: {
        front: {
          shapes: expect.arrayContaining([
            expect.objectContaining({ kind: 'graphic', cases: [{ value: 'Guest', asset }] }),
          ]),
        },
        assets: expect.arrayContaining([
          expect.objectContaining({ id: asset, type: 'image/png', content: 'A'.repeat(40) }),
        ]),
      },
    })
  })

  it('says where a condition cannot be read, and keeps the one before', async () => {
    serve(answering(readCredentialDesign, () => student()))
    const { user } = await show(`/credentialdesigns/edit/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Faculty' }))
    await user.type(screen.getByLabelText('Shown when'), '{{Faculty} =')
    expect(await screen.findByText('At letter 12: a value is missing')).toBeDefined()
  })

  it('shows what somebody else changed meanwhile, and loses nothing', async () => {
    const theirs = move(2, 0)(templates.student(), { side: 'front', ids: new Set(['name']) })
    let reads = 0
    const asked = serve(
      answering(readCredentialDesign, () => {
        reads += 1
        return reads === 1 ? student() : student({ version: 4, design: theirs })
      }),
      answering(updateCredentialDesign, () => new Refusal('precondition_failed')),
    )
    const { user } = await show(`/credentialdesigns/edit/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Faculty' }))
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const title = 'grace saved this design meanwhile'
    const dialog = await screen.findByRole('alertdialog', { name: title })
    expect(within(dialog).getByText('Name, xMm: 31 became 33')).toBeDefined()
    expect(asked.filter(({ endpoint }) => endpoint === updateCredentialDesign)).toHaveLength(1)
    await user.click(within(dialog).getByRole('button', { name: /close/i }))
    expect(screen.queryByRole('button', { name: 'Faculty' })).toBeNull()
  })
})
